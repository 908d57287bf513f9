import type { Chain } from '../../movements/transfers/chain.ts'

// An address may be served by another node at any time, and a node may be set up anew.
const CHECKED_FOR_MS = 60_000
const checkedAt = new WeakMap<Chain, number>()

/** Throws unless the chain behind the address is the one of the settings, with the token of the settings. Asked once a minute. */
export async function requireChain(chain: Chain, signal: AbortSignal): Promise<void> {
  const last = checkedAt.get(chain)
  if (last !== undefined && performance.now() - last < CHECKED_FOR_MS) return
  await chain.check(signal)
  checkedAt.set(chain, performance.now())
}
