import type { FloatPlace } from './float-store.ts'

const HOUR_MS = 3_600_000n

/** How long what is free lasts at the pace of the last hour, in milliseconds. Undefined where nothing left in it. */
export function runwayMs({
  ledgerMinor,
  promisedMinor,
  hourMinor,
}: Pick<FloatPlace, 'ledgerMinor' | 'promisedMinor' | 'hourMinor'>): bigint | undefined {
  if (hourMinor <= 0n) return undefined
  const free = ledgerMinor - promisedMinor
  // Rounded down: sooner rather than later.
  return free <= 0n ? 0n : (free * HOUR_MS) / hourMinor
}
