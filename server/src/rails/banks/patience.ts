import type { IncomingHttpHeaders } from 'node:http'

const UNSAID_MS = 10_000
// However it is written, a header must not silence a feed for long.
const MOST_MS = 5 * 60_000

/** How long a 429 wants us to wait: seconds in `retry-after` or in the vendor's own reset header. */
export function patienceAskedMs(headers: IncomingHttpHeaders): number {
  const asked = headers['retry-after'] ?? headers['x-ratelimit-reset'] ?? headers['ratelimit-reset']
  if (typeof asked !== 'string' || !/^[0-9]{1,9}$/.test(asked)) return UNSAID_MS
  return Math.min(Number(asked) * 1000, MOST_MS)
}
