import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit'
import type { Landed } from './lite-chain.ts'

export function showStatus({ slot, error }: Landed, isFinal: boolean) {
  return {
    slot,
    confirmations: isFinal ? null : 1,
    err: error,
    confirmationStatus: isFinal ? 'finalized' : 'confirmed',
  }
}

/** Formats a transaction in a block like a node: its accounts, and their balances before and after. */
export function showLanded(landed: Landed, encoding: unknown, decimalsOf: (mint: string) => number) {
  const { signature, slot, error, wire, keys, before, after } = landed
  const { header } = getCompiledTransactionMessageDecoder().decode(
    getTransactionDecoder().decode(wire).messageBytes,
  )
  const fee = (before[0]?.lamports ?? 0n) - (after[0]?.lamports ?? 0n)
  return {
    slot,
    version: 0,
    blockTime: null,
    transaction: {
      signatures: [signature],
      message: {
        header,
        accountKeys: encoding === 'jsonParsed' ? keys.map((pubkey) => ({ pubkey })) : keys,
      },
    },
    meta: {
      err: error,
      // Includes the rent of new accounts, because nothing reads the fee alone.
      fee: Number(fee),
      preBalances: before.map(({ lamports }) => Number(lamports)),
      postBalances: after.map(({ lamports }) => Number(lamports)),
      preTokenBalances: showTokens(before, decimalsOf),
      postTokenBalances: showTokens(after, decimalsOf),
      loadedAddresses: { writable: [], readonly: [] },
    },
  }
}

function showTokens(held: Landed['before'], decimalsOf: (mint: string) => number) {
  return held.flatMap(({ token }, accountIndex) =>
    token === undefined
      ? []
      : [
          {
            accountIndex,
            mint: token.mint,
            owner: token.owner,
            uiTokenAmount: showAmount(token, decimalsOf),
          },
        ],
  )
}

export function showAmount(
  { mint, units }: { mint: string; units: bigint },
  decimalsOf: (mint: string) => number,
) {
  return { amount: units.toString(), decimals: decimalsOf(mint) }
}
