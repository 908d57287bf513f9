import { DAY } from '../world/times.ts'
import type { World } from '../world/world.ts'
import type { Release } from './judge-releases.ts'

// Fourteen working days are at least eighteen days, with or without holidays.
const UNAGED_MS = 18 * DAY

/** Returns the largest amount by which a business ever exceeded its cap on trust, or zero. */
export function largestOverCap(world: World, releases: readonly Release[]): bigint {
  let largest = 0n
  const onTrust = releases.filter(({ ground }) => ground === 'within_cap')
  for (const [business, own] of Map.groupBy(onTrust, ({ claim }) => claim.business)) {
    const cap = world.businesses[business]?.capMinor ?? 0n
    const inTime = own.toSorted((a, b) => a.at.getTime() - b.at.getTime())
    let first = 0
    let sum = 0n
    for (const release of inTime) {
      sum += release.amountMinor
      for (let oldest = inTime[first]; oldest && release.at.getTime() - oldest.at.getTime() >= UNAGED_MS; ) {
        sum -= oldest.amountMinor
        first += 1
        oldest = inTime[first]
      }
      if (sum - cap > largest) largest = sum - cap
    }
  }
  return largest
}
