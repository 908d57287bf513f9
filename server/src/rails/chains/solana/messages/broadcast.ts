import { ChainUnavailable } from '../../chain-unavailable.ts'
import type { JsonRpc } from '../../json-rpc.ts'

const CONCURRENT_BROADCASTS = 8

/**
 * Sends transactions without the node's preflight. A transaction that the preflight drops would stay unknown for ever, but one that fails
 * in a block is visible as failed. The answer "accepted" proves nothing, because a node also accepts expired transactions. A transaction
 * without an answer does not delay the others.
 */
export async function broadcast(
  rpc: JsonRpc,
  raws: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const said: string[] = []
  for (let first = 0; first < raws.length; first += CONCURRENT_BROADCASTS) {
    const part = raws.slice(first, first + CONCURRENT_BROADCASTS)
    said.push(...(await Promise.all(part.map(async (raw) => send(rpc, raw, signal)))))
  }
  return said
}

async function send(rpc: JsonRpc, raw: Uint8Array, signal: AbortSignal): Promise<string> {
  const options = { encoding: 'base64', skipPreflight: true }
  try {
    const [answer] = await rpc.askEach(
      [['sendTransaction', Buffer.from(raw).toString('base64'), options]],
      signal,
    )
    return answer?.outcome === 'refused' ? `rejected: ${answer.message}` : 'taken'
  } catch (error) {
    // The transaction may have arrived anyway. The next reading of its lock shows it.
    if (error instanceof ChainUnavailable) return `no response: ${error.message}`
    throw error
  }
}
