import type { Random } from '../fuzz/random.ts'
import type { Forgery, ForgingChain } from './forging-chain.ts'
import type { ProofSell } from './sells.ts'
import type { Stage } from './stage.ts'

/**
 * Tries forgeries next to honest deposits in the same blocks, and waits until all are final. Returns true if the watcher rejected a node's
 * answer.
 */
export async function playForgeries(
  { sells, look }: Stage,
  chain: ForgingChain,
  forgeries: readonly Forgery[],
  random: Random,
): Promise<boolean> {
  const { network, node, unit } = chain
  let [ends, lies]: [(() => Promise<unknown>)[], Parameters<typeof node.tell>] = [[], [undefined]]
  for (const forgery of forgeries) {
    const minor = 10_000n + BigInt(random.below(1_000_000)) * 2n
    const forged = await sells.accept(forgery.name, network, minor, {
      isForged: true,
      isSetAside: forgery.isSetAside === true,
    })
    if (forgery.isUnopened !== true) await chain.open([forged.address])
    if (forgery.begin === undefined) {
      const honest = await sells.accept('honest, next to a forgery', network, minor)
      await chain.open([honest.address])
      await chain.pay(honest.address, minor * unit)
      honest.dueMinor = minor
    } else {
      ends.push(await forgery.begin())
    }
    await forgery.forge?.(forged.address, minor)
    if (forgery.lie !== undefined) lies = [forgery.lie(forged.address, minor)]
  }
  await chain.settle()
  node.tell(...lies)
  const wasBelieved = await look(chain)
  node.tell(undefined)
  for (const end of ends.splice(0)) await end()
  await chain.settle()
  await look(chain)
  return !wasBelieved
}

/** Plays honest customers: payments in full, in parts, too high and repeated, and several sells in one transaction. */
export async function playHonest({ sells, look }: Stage, chain: ForgingChain, random: Random): Promise<void> {
  const minor = 10_000n + BigInt(random.below(1_000_000))
  const pay = async (what: string, parts: readonly bigint[]): Promise<ProofSell> => {
    const sell = await sells.accept(what, chain.network, minor)
    await chain.open([sell.address])
    for (const part of parts) await chain.pay(sell.address, part * chain.unit)
    const sum = parts.reduce((all, part) => all + part, 0n)
    sell.dueMinor = sum < minor ? sum : minor
    return sell
  }
  await pay('paid in full', [minor])
  await pay('paid in two parts', [minor - 5_000n, 5_000n])
  await pay('paid in part', [minor - 1n])
  await pay('paid too much', [minor + 1n])
  await pay('paid twice', [minor, minor])
  const together = await Promise.all(
    [1, 2, 3].map(async () => sells.accept('one of three deposits in one transaction', chain.network, minor)),
  )
  const addresses = together.map(({ address }) => address)
  await chain.open(addresses)
  await chain.payAll(addresses, minor * chain.unit)
  for (const sell of together) sell.dueMinor = minor
  await chain.settle()
  await look(chain)
}

/** Makes a deposit whose block is undone before it is final. Half of the deposits are sent again. Returns true if the block was undone. */
export async function playReorg(
  { sells, look }: Stage,
  chain: ForgingChain,
  random: Random,
): Promise<boolean> {
  const minor = 10_000n + BigInt(random.below(1_000_000))
  const isSentAgain = random.oneIn(2)
  const sell = await sells.accept(
    isSentAgain ? 'undone by a reorg, and sent again' : 'undone by a reorg',
    chain.network,
    minor,
    {
      isForged: !isSentAgain,
    },
  )
  const isUndone = await chain.undo?.(sell.address, minor * chain.unit, random.oneIn(3), async () =>
    look(chain),
  )
  if (isSentAgain) {
    await chain.pay(sell.address, minor * chain.unit)
    sell.dueMinor = minor
  }
  await chain.settle()
  await look(chain)
  return isUndone === true
}
