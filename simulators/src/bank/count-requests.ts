import type { Face } from './faults/catalogue.ts'
import type { Vendor } from './vendor.ts'

export type CountRequest = (vendor: Vendor, face: 'login' | 'send' | 'recipient' | 'banks' | Face) => void

/** How often each vendor was asked for what, so that a test can show who asks too much. */
export function createRequestCounts() {
  const counts = new Map<string, number>()
  const count: CountRequest = (vendor, face) => {
    const key = `${vendor}_${face}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return { count, read: () => Object.fromEntries(counts), clear: () => counts.clear() }
}
