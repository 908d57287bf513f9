import type { EncodedAccount } from '@solana/kit'
import { AccountState, getTokenDecoder, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'

export type TokenHolding = Readonly<{ mint: string; owner: string; units: bigint }>

const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const ACCOUNT_BYTES = 165

/** Undefined for what is no account for tokens. */
export function readTokenHolding({ programAddress, data }: EncodedAccount): TokenHolding | undefined {
  const isOfTokens = programAddress === TOKEN_PROGRAM_ADDRESS || programAddress === TOKEN_2022
  if (!isOfTokens || data.length < ACCOUNT_BYTES) return undefined
  const { mint, owner, amount, state } = getTokenDecoder().decode(data.subarray(0, ACCOUNT_BYTES))
  return state === AccountState.Uninitialized ? undefined : { mint, owner, units: amount }
}
