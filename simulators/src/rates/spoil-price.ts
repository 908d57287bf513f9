import type { RateFault } from './rate-fault.ts'

/** What a price becomes under a fault. A simulator may use floats: it is the world outside, not our books. */
export function spoilPrice(price: string, fault: RateFault): string {
  if (fault === 'inverted') return (1 / Number(price)).toFixed(8)
  if (fault === 'jump') return (Number(price) * 1.2).toFixed(4)
  return price
}

/** When the vendor says that it looked. */
export function spoilTime(nowMs: number, fault: RateFault): number {
  if (fault === 'stale') return nowMs - 2 * 3_600_000
  if (fault === 'future') return nowMs + 3_600_000
  return nowMs
}
