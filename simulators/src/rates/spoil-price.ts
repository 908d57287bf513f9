import type { RateFault } from './rate-fault.ts'

/** Returns a price changed by a fault. A simulator may use floats, because it is not our ledger. */
export function spoilPrice(price: string, fault: RateFault): string {
  if (fault === 'inverted') return (1 / Number(price)).toFixed(8)
  if (fault === 'jump') return (Number(price) * 1.2).toFixed(4)
  return price
}

/** Returns the vendor's time of the price, changed by a fault. */
export function spoilTime(nowMs: number, fault: RateFault): number {
  if (fault === 'stale') return nowMs - 2 * 3_600_000
  if (fault === 'future') return nowMs + 3_600_000
  return nowMs
}
