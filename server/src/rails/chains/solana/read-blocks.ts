import type { BlockMark } from '../../../movements/deposits/deposit-chain.ts'
import { OddAnswer, readObject, readText } from '../../vendor-json.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import type { JsonRpc, RpcAnswer, RpcCall } from '../json-rpc.ts'
import { readCount } from './rpc-values.ts'

// A node may have the newest final slots and not yet their blocks; some slots have none at all.
const LOOKED_BACK = 16
const SKIPPED = /was skipped/i

/** The newest slot that cannot be undone and has a block. */
export async function readHead(rpc: JsonRpc, signal: AbortSignal): Promise<BlockMark> {
  const [answer] = await rpc.ask([['getSlot', { commitment: 'finalized' }]], signal)
  const newest = readCount(answer, 'slot')
  for (let back = 0n; back < LOOKED_BACK && back <= newest; back += 1n) {
    const block = newest - back
    const [found] = await rpc.askEach([blockCall(block)], signal)
    if (found?.outcome === 'result' && found.result !== null) return { block, hash: readHash(found.result) }
  }
  throw new OddAnswer(`it has none of the last ${LOOKED_BACK} blocks up to ${newest}`)
}

/** Of each of these slots; undefined where the node shows no block there. */
export async function readBlockHashes(
  rpc: JsonRpc,
  blocks: readonly bigint[],
  signal: AbortSignal,
): Promise<ReadonlyMap<bigint, string | undefined>> {
  const answers = await rpc.askEach(blocks.map(blockCall), signal)
  return new Map(blocks.map((block, place) => [block, hashIn(answers[place])]))
}

function hashIn(answer: RpcAnswer | undefined): string | undefined {
  if (answer?.outcome === 'result') return answer.result === null ? undefined : readHash(answer.result)
  // "Slot 7 was skipped, or missing …": asked again, it says the same.
  if (answer !== undefined && SKIPPED.test(answer.message)) return undefined
  throw new ChainUnavailable(`getBlock was refused: ${answer?.message ?? 'no answer'}`)
}

/** Slots are counted in numbers that the format can say. */
export function toSlotNumber(slot: bigint): number {
  if (slot > BigInt(Number.MAX_SAFE_INTEGER)) throw new OddAnswer(`${slot} is no slot`)
  return Number(slot)
}

function blockCall(block: bigint): RpcCall {
  const options = {
    commitment: 'finalized',
    transactionDetails: 'none',
    rewards: false,
    maxSupportedTransactionVersion: 0,
  }
  return ['getBlock', toSlotNumber(block), options]
}

function readHash(answer: unknown): string {
  return readText(readObject(answer, 'block')['blockhash'], 'blockhash')
}
