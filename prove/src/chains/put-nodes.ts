import type { Random } from '../fuzz/random.ts'
import type { ChainTrouble, ChainWitness } from './chain-witness.ts'
import type { FaultyNode } from './faulty-node.ts'

// Each part of a proof has a stream of chance of its own; nodes have those from here on.
const FIRST_STREAM = 10

/** Faulty nodes, one in front of each chain of a live stack, whose `between` this is. */
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

/** How often nodes failed, by each of the ways in which they can. */
export function hitsOf(nodes: readonly FaultyNode[]): ReadonlyMap<string, number> {
  return addUp(nodes.map((node) => node.hits()))
}

/** Trouble on every chain at once. */
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
    stop: async () => addUp(await Promise.all(all.map(async (trouble) => trouble.stop()))),
  }
}

function addUp(counts: ReadonlyArray<ReadonlyMap<string, number>>): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const [name, count] of counts.flatMap((one) => [...one])) sums.set(name, (sums.get(name) ?? 0) + count)
  return sums
}
