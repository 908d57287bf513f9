import type { SettingReader } from '../../shared/settings.ts'
import { depositAccount, readAddressSetting, readMint } from '../../shared/solana-address.ts'
import { createAskRpc, denyUnless, readFields, readList, readText, waitUnless } from './ask-node.ts'
import { type Arrived, sellSalt, type TokenChain, type TokenFamily, type Witness } from './token-family.ts'

type SolanaToken = Readonly<{ mint: string; tokenProgram: string; sweeper: string; decimals: number }>

type Fields = Readonly<Record<string, unknown>>

const FINAL = { commitment: 'finalized', encoding: 'json', maxSupportedTransactionVersion: 0 }

/** Deposits at token accounts that the sweeper owns. */
export const solanaToken: TokenFamily = {
  spell: (address) => address,
  tokenSettings: ['mint', 'token_program', 'sweeper'],
  askedSettings: [],
  readToken,
}

/** Reads the settings of a token. The deposit account is derived from the sell's business, mode and reference, never from its id. */
function readToken(reader: SettingReader, decimals: number | undefined): TokenChain {
  const token = readMint(reader)
  const sweeper = readAddressSetting('sweeper', reader)
  const asked = decimals === undefined ? undefined : { ...token, sweeper, decimals }
  return {
    token: token.mint,
    spellHash: (hash) => hash,
    depositAddresses: (sell) => [depositAccount({ ...token, address: sweeper }, sellSalt(sell))],
    createWitness: asked && ((url) => createSolanaWitness(url, asked)),
  }
}

/** Compares, for each deposit, the account's balance of our token before and after the finalised transaction, whatever moved the tokens. */
function createSolanaWitness(url: string, token: SolanaToken): Witness {
  // Not every node supports batches.
  const ask = createAskRpc(url, { isBatched: false })
  return async (arrived, signal) => {
    const landed = await ask(
      arrived.map(({ txHash }) => ['getTransaction', txHash, FINAL]),
      signal,
    )
    for (const [place, one] of arrived.entries()) {
      waitUnless(landed[place] !== null, `the node does not show ${one.txHash} as final yet`)
      requireBalance(readFields(landed[place]), one, token)
    }
  }
}

function requireBalance(
  landed: Fields,
  { txHash, logIndex, address, minor }: Arrived,
  token: SolanaToken,
): void {
  const transaction = readFields(landed['transaction'])
  const meta = readFields(landed['meta'])
  const [signature] = readList(transaction['signatures'])
  const was = unitsAt(meta['preTokenBalances'], logIndex, token)
  const is = unitsAt(meta['postTokenBalances'], logIndex, token)
  const isIt =
    signature === txHash &&
    meta['err'] === null &&
    keysOf(transaction, meta)[logIndex] === address &&
    (is - was) / 10n ** BigInt(token.decimals - 2) === minor
  denyUnless(isIt, `${txHash} does not match the recorded deposit`)
}

/** Returns the keys in the message, then those from lookup tables: the writable ones before the read-only ones. */
function keysOf(transaction: Fields, meta: Fields): readonly unknown[] {
  const listed = readList(readFields(transaction['message'])['accountKeys'])
  const { writable, readonly } = readFields(meta['loadedAddresses'] ?? { writable: [], readonly: [] })
  return [...listed, ...readList(writable), ...readList(readonly)]
}

/** Returns 0 for an account that is not listed: it is not open. Denies an account of another token or of another owner than the sweeper. */
function unitsAt(balances: unknown, place: number, { mint, tokenProgram, sweeper }: SolanaToken): bigint {
  const balance = readList(balances)
    .map(readFields)
    .find(({ accountIndex }) => accountIndex === place)
  if (balance === undefined) return 0n
  const { owner = sweeper, programId = tokenProgram } = balance
  denyUnless(
    balance['mint'] === mint && owner === sweeper && programId === tokenProgram,
    'the account holds another token than the policy names, or does not belong to the sweeper',
  )
  return BigInt(readText(readFields(balance['uiTokenAmount'])['amount'], /^[0-9]+$/))
}
