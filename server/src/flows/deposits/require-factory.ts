import type { DepositChain } from '../../movements/deposits/deposit-chain.ts'

const CHECKED_FOR_MS = 60_000
const checkedAt = new WeakMap<DepositChain, number>()

/** Throws unless what comes to deposit addresses can be swept to the wallet of the settings. Asked once a minute. */
export async function requireFactory(chain: DepositChain, signal: AbortSignal): Promise<void> {
  const last = checkedAt.get(chain)
  if (last !== undefined && performance.now() - last < CHECKED_FOR_MS) return
  await chain.check(signal)
  checkedAt.set(chain, performance.now())
}
