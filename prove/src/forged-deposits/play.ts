import type { LiveNetwork } from '../chains/live-network.ts'
import type { Random } from '../fuzz/random.ts'
import type { Forgery } from './forgeries.ts'
import type { ProofSell } from './sells.ts'
import type { Stage } from './stage.ts'

const FINAL = 3

/** Tries one forgery beside an honest deposit in the same block, and lets both become final. */
export async function playForgery(
  { chains, sells, look }: Stage,
  network: LiveNetwork,
  forgery: Forgery,
  random: Random,
): Promise<Readonly<{ wasDoubted: boolean }>> {
  const chain = chains[network]
  const minor = 10_000n + BigInt(random.below(1_000_000)) * 2n
  const more = { isForged: true, isSetAside: forgery.isSetAside === true }
  const forged = await sells.accept(forgery.name, network, minor, more)
  if (forgery.fault === undefined) {
    const honest = await sells.accept('beside a forgery', network, minor)
    await chain.transfer(honest.address, chain.units(minor))
    honest.dueMinor = minor
  } else {
    await chain.setFault(forgery.fault)
  }
  await forgery.forge?.(chain, forged.address, minor)
  await chain.mine(1 + FINAL)
  chain.node.tell(forgery.lie?.(chain, forged.address, minor))
  const wasBelieved = await look(network)
  chain.node.tell(undefined)
  if (forgery.fault !== undefined) await chain.setFault(0)
  await chain.mine(FINAL)
  await look(network)
  return { wasDoubted: !wasBelieved }
}

/** What honest customers do: all at once, in parts, too much, twice, and several sells in one transaction. */
export async function playHonest(
  { chains, sells, look }: Stage,
  network: LiveNetwork,
  random: Random,
): Promise<void> {
  const chain = chains[network]
  const minor = 10_000n + BigInt(random.below(1_000_000))
  const pay = async (what: string, parts: readonly bigint[]): Promise<ProofSell> => {
    const sell = await sells.accept(what, network, minor)
    for (const part of parts) await chain.transfer(sell.address, chain.units(part))
    const sum = parts.reduce((all, part) => all + part, 0n)
    sell.dueMinor = sum < minor ? sum : minor
    return sell
  }
  await pay('in full', [minor])
  await pay('in two parts', [minor - 5_000n, 5_000n])
  await pay('in part', [minor - 1n])
  await pay('too much', [minor + 1n])
  await pay('twice', [minor, minor])
  const together = await Promise.all(
    [1, 2, 3].map(async () => sells.accept('three in one transaction', network, minor)),
  )
  const addresses = together.map(({ address }) => address)
  await chain.forge('sendMany', [chain.token, addresses, chain.units(minor)])
  for (const sell of together) sell.dueMinor = minor
  await chain.mine(1 + FINAL)
  await look(network)
}

/** A deposit is in a block, and the block is undone before it was final. Half of them are sent once more. True when it was undone. */
export async function playReorg(
  { chains, sells, look }: Stage,
  network: LiveNetwork,
  random: Random,
): Promise<boolean> {
  const chain = chains[network]
  const minor = 10_000n + BigInt(random.below(1_000_000))
  const isSentAgain = random.oneIn(2)
  const sell = await sells.accept(isSentAgain ? 'undone, and sent again' : 'undone', network, minor, {
    isForged: !isSentAgain,
  })
  const hash = await chain.transfer(sell.address, chain.units(minor))
  await chain.mine(1)
  const isDeep = random.oneIn(3)
  if (isDeep) await chain.mine(1)
  await look(network)
  await chain.ask('anvil_reorg', isDeep ? 2 : 1, [])
  const isUndone = (await chain.ask('eth_getTransactionReceipt', hash)) === null
  await look(network)
  // What a reorg put back into the pool would be mined again: here it is gone for good, as when its sender spent it elsewhere.
  await chain.ask('anvil_dropTransaction', hash)
  if (isSentAgain) {
    await chain.transfer(sell.address, chain.units(minor))
    sell.dueMinor = minor
  }
  await chain.mine(1 + FINAL)
  await look(network)
  return isUndone
}
