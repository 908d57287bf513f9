import type { Vendor } from '../vendor.ts'
import type { VendorSetting } from '../vendor-settings.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

type Schedule = (attempts: number, schedule: VendorSetting['schedule']) => number | undefined

const schedules: Readonly<Record<Vendor, Schedule>> = {
  // "12 times with an interval of 5 minutes".
  monnify: (attempts) => (attempts < 12 ? 5 * MINUTE_MS : undefined),
  // "retries up to 4 times". The interval is not published; five minutes is our guess.
  providus: (attempts) => (attempts < 5 ? 5 * MINUTE_MS : undefined),
  // Not published. Hourly for three days is our guess.
  kora: (attempts) => (attempts <= 72 ? HOUR_MS : undefined),
  // Live: every 3 minutes for 4 tries, then hourly for 72 hours. Test: hourly for 10 hours.
  paystack: (attempts, schedule) => {
    if (schedule === 'test') return attempts <= 10 ? HOUR_MS : undefined
    if (attempts <= 4) return 3 * MINUTE_MS
    return attempts <= 4 + 72 ? HOUR_MS : undefined
  },
}

/** Returns the delay after a failed attempt; undefined if the vendor gives up. */
export function retryDelay({ vendor, schedule }: VendorSetting, attempts: number): number | undefined {
  return schedules[vendor](attempts, schedule)
}
