import type { Face } from './faults/catalogue.ts'
import type { Vendor } from './vendor.ts'

export type CountRequest = (vendor: Vendor, face: 'login' | 'send' | 'recipient' | 'banks' | Face) => void

/** Counts the requests to each vendor by kind, so that a test can detect excessive requests. */
export function createRequestCounts() {
  const counts = new Map<string, number>()
  const count: CountRequest = (vendor, face) => {
    const key = `${vendor}_${face}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return { count, read: () => Object.fromEntries(counts), clear: () => counts.clear() }
}
