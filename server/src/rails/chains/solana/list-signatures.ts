import { readList } from '../../vendor-json.ts'
import type { JsonRpc, RpcCall } from '../json-rpc.ts'
import { toSlotNumber } from './read-blocks.ts'
import { type ListedSignature, readListed } from './rpc-values.ts'

type Range = Readonly<{
  from: bigint
  through: bigint
  /** A node that has not come so far is not asked. */
  horizon: bigint
}>

const MOST_LISTED = 1_000

/**
 * The transactions that name one of these accounts in these slots and did not fail, each once and the oldest slot first. A node that is far behind refuses, where it would
 * else leave some out without a word.
 */
export async function listSignatures(
  rpc: JsonRpc,
  addresses: readonly string[],
  range: Range,
  signal: AbortSignal,
): Promise<readonly ListedSignature[]> {
  const found = new Map<string, ListedSignature>()
  let asked: readonly (readonly [address: string, before: string | undefined])[] = addresses.map(
    (address) => [address, undefined],
  )
  while (asked.length > 0) {
    const answers = await rpc.ask(
      asked.map(([address, before]) => call(address, before, range)),
      signal,
    )
    asked = asked.flatMap(([address], place) => {
      const listed = readList(answers[place], 'signatures').map(readListed)
      for (const one of listed)
        if (one.error === undefined && one.slot >= range.from && one.slot <= range.through)
          found.set(one.signature, one)
      const last = listed.at(-1)
      // Newest first: what comes next is older still.
      const isMore = last !== undefined && listed.length === MOST_LISTED && last.slot >= range.from
      return isMore ? [[address, last.signature] as const] : []
    })
  }
  return [...found.values()].toSorted((one, other) => Number(one.slot - other.slot))
}

function call(address: string, before: string | undefined, { horizon }: Range): RpcCall {
  const options = {
    commitment: 'finalized',
    limit: MOST_LISTED,
    minContextSlot: toSlotNumber(horizon),
    ...(before === undefined ? {} : { before }),
  }
  return ['getSignaturesForAddress', address, options]
}
