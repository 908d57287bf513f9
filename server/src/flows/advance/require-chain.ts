type CheckedChain = Readonly<{ check(signal: AbortSignal): Promise<void> }>

// A URL may be served by another node at any time, and a node may be set up again.
const CHAIN_CHECK_TTL_MS = 60_000
const checkedAt = new WeakMap<CheckedChain, number>()

/** Throws unless the node serves the configured chain, with the contracts and tokens of the settings. Checks at most once a minute. */
export async function requireChain(chain: CheckedChain, signal: AbortSignal): Promise<void> {
  const last = checkedAt.get(chain)
  if (last !== undefined && performance.now() - last < CHAIN_CHECK_TTL_MS) return
  await chain.check(signal)
  checkedAt.set(chain, performance.now())
}
