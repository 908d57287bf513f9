import { ChainUnavailable } from '../../chain-unavailable.ts'
import type { JsonRpc } from '../../json-rpc.ts'

const CONCURRENT_BROADCASTS = 8

/**
 * The node is told not to try them first: what it would not pass on stays free and unknown for ever, and what fails in a block is seen to have
 * failed. That it takes them says nothing; it takes dead ones too. One that gets no answer holds up no other.
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
    // It may have arrived all the same: the next reading of its lock shows it.
    if (error instanceof ChainUnavailable) return `no response: ${error.message}`
    throw error
  }
}
