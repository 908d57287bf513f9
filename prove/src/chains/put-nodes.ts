import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../fuzz/random.ts'
import type { ChainTrouble, ChainWitness } from './chain-witness.ts'
import type { FaultyNode } from './faulty-node.ts'

// Each part of a proof has its own random stream. The nodes use the streams from this number on.
const FIRST_STREAM = 10

/** Puts a faulty node in front of each chain of a live stack. Pass `between` to the stack. */
export function putNodes(random: (part: number) => Random) {
  const nodes: FaultyNode[] = []
  return {
    nodes,
    between: async (chain: ChainWitness): Promise<string> => {
      const node = await chain.startNode(random(FIRST_STREAM + nodes.length))
      nodes.push(node)
      return node.url
    },
  }
}

/** Counts the failures of all nodes, by fault. */
export function hitsOf(nodes: readonly FaultyNode[]): ReadonlyMap<string, number> {
  return addUp(
    nodes.map((node) => new Map([...node.hits()].map(([name, { struck }]) => [name, struck] as const))),
  )
}

/**
 * Returns the faults of each node that never occurred, although they were ready for every call that they apply to. 'that were met' leaves
 * out the faults that apply to no call of the run: a sell sends nothing, so the faults of sending cannot occur.
 */
export function faultsNotStruck(
  nodes: readonly FaultyNode[],
  which: 'all' | 'that were met' = 'all',
): string[] {
  return nodes.flatMap((node) =>
    [...node.hits()].flatMap(([name, { struck, met }]) =>
      struck > 0 || (which === 'that were met' && met === 0)
        ? []
        : [`the fault ${name} of a node never occurred, although ${met} calls could have met it`],
    ),
  )
}

export const LEAST_TROUBLES = 3
const TROUBLES_WITHIN_MS = 300_000

/** Waits until each fault of the chains occurred as often as a large run requires. After a timeout, the counts show which did not. */
export async function untilTroubled({ counts }: ChainTrouble): Promise<void> {
  const until = performance.now() + TROUBLES_WITHIN_MS
  const isTroubled = () => [...counts().values()].every((count) => count >= LEAST_TROUBLES)
  while (!isTroubled() && performance.now() < until) await sleep(200)
}

/** Starts trouble on every chain. */
export async function beginTrouble(
  chains: readonly ChainWitness[],
  random: Random,
  everyMs: number,
): Promise<ChainTrouble> {
  const all = await Promise.all(chains.map(async (chain) => chain.beginTrouble(random, everyMs)))
  return {
    calm: () => {
      for (const trouble of all) trouble.calm()
    },
    counts: () => addUp(all.map((trouble) => trouble.counts())),
    stop: async () => addUp(await Promise.all(all.map(async (trouble) => trouble.stop()))),
  }
}

function addUp(counts: ReadonlyArray<ReadonlyMap<string, number>>): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const [name, count] of counts.flatMap((one) => [...one])) sums.set(name, (sums.get(name) ?? 0) + count)
  return sums
}
