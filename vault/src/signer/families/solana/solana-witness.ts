import { createAskRpc } from '../ask-rpc.ts'
import type { Arrived, Witness } from '../family.ts'
import { readFields, readList, readText } from '../node-values.ts'
import { denyUnless, waitUnless } from '../not-shown.ts'

type SolanaToken = Readonly<{ mint: string; tokenProgram: string; sweeper: string; decimals: number }>

type Fields = Readonly<Record<string, unknown>>

const FINAL = { commitment: 'finalized', encoding: 'json', maxSupportedTransactionVersion: 0 }

/** Shows at finality what each account had of our token before and after, whatever moved it. */
export function createSolanaWitness(url: string, token: SolanaToken): Witness {
  // Not every node takes several calls in one request.
  const ask = createAskRpc(url, { isTogether: false })
  return async (arrived, signal) => {
    const landed = await ask(
      arrived.map(({ txHash }) => ['getTransaction', txHash, FINAL]),
      signal,
    )
    for (const [place, one] of arrived.entries()) {
      waitUnless(landed[place] !== null, 'the node does not have a transfer at finality yet')
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
  denyUnless(isIt, `${txHash} does not bring what the record says`)
}

/** Those that are written out, then those that lookup tables added: first all that may be written, then the others. */
function keysOf(transaction: Fields, meta: Fields): readonly unknown[] {
  const listed = readList(readFields(transaction['message'])['accountKeys'])
  const { writable, readonly } = readFields(meta['loadedAddresses'] ?? { writable: [], readonly: [] })
  return [...listed, ...readList(writable), ...readList(readonly)]
}

/** An account that is not open has nothing and is not listed. One of another token, or that is not the sweeper's, counts for nothing. */
function unitsAt(balances: unknown, place: number, { mint, tokenProgram, sweeper }: SolanaToken): bigint {
  const balance = readList(balances)
    .map(readFields)
    .find(({ accountIndex }) => accountIndex === place)
  if (balance === undefined) return 0n
  const { owner = sweeper, programId = tokenProgram } = balance
  denyUnless(
    balance['mint'] === mint && owner === sweeper && programId === tokenProgram,
    'another token came, or it came to somebody else',
  )
  return BigInt(readText(readFields(balance['uiTokenAmount'])['amount'], /^[0-9]+$/))
}
