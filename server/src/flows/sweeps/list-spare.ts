import { saltOfAddress } from '../../movements/deposits/deposit-salt.ts'
import { claimSpareAccounts } from '../../movements/treasury/opening-store.ts'
import type { SweepItem } from '../../movements/treasury/sweep-chain.ts'
import { type SweepDeps, type SweepLook, sweepTimes } from './sweep-deps.ts'

/** Deposit accounts that are open, empty and needed by nobody: sweeping nothing from them brings home what they were opened with. */
export async function listSpare(
  { pool, clock }: SweepDeps,
  { chain, signal }: SweepLook,
): Promise<readonly SweepItem[]> {
  if (chain.opening === undefined) return []
  const at = clock.now()
  const again = new Date(at.getTime() + sweepTimes.spareAgainMs)
  const claimed = await claimSpareAccounts(pool, chain, { most: chain.mostTogether, again, at })
  if (claimed.length === 0) return []
  const spare = new Set(
    await chain.opening.spare(
      claimed.map(({ address }) => address),
      signal,
    ),
  )
  return claimed.flatMap(({ address, sell }) => {
    const salt = spare.has(address) ? saltOfAddress(chain.addressOf, sell, address) : undefined
    return salt === undefined ? [] : [{ address, salt, units: 0n }]
  })
}
