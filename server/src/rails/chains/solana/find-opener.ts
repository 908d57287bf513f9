import { readList } from '../../vendor-json.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { readTransaction, transactionCall } from './landed-transaction.ts'
import { readListed } from './rpc-values.ts'

/**
 * Which transaction opened an account, or sent something there when nothing was: undefined when the node does not show it at finality. Asked only
 * where a marker is there and no attempt of ours explains it.
 */
export async function findOpener(
  rpc: JsonRpc,
  { marker, mint }: Readonly<{ marker: string; mint: string }>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const [answer] = await rpc.ask([['getSignaturesForAddress', marker, { commitment: 'finalized' }]], signal)
  // Oldest first.
  const listed = readList(answer, 'signatures').map(readListed).toReversed()
  for (const { signature, error, isFinal } of listed) {
    if (error !== undefined || !isFinal) continue
    const [landed] = await rpc.ask([transactionCall(signature)], signal)
    if (readTransaction(landed, { signature, mint })?.opened.has(marker) === true) return signature
  }
  return undefined
}
