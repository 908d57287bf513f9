import type { IncomingHttpHeaders } from 'node:http'
import { type Clock, systemClock } from '../../kernel/clock/clock.ts'
import { FeedUnavailable } from '../../movements/feeds/bank-feed.ts'
import { askVendor, explainFailure, type VendorAnswer, type VendorRequest } from '../ask-vendor.ts'

export type CallSettings = Readonly<{
  /** Base URL without a trailing slash. */
  url: string
  /** Time for one complete response. The default is ten seconds. */
  deadlineMs?: number | undefined
  clock?: Clock | undefined
}>

type BankRequest = Pick<VendorRequest, 'method' | 'headers' | 'body' | 'signal'> &
  Readonly<{ path: string; mostBytes?: number }>

export type BankCaller = Readonly<{ ask(request: BankRequest): Promise<VendorAnswer> }>

const DEFAULT_DEADLINE_MS = 10_000
const DEFAULT_MAX_BYTES = 256 * 1024

/**
 * Calls one vendor. Returns a complete JSON response unless its status is 429 or at least 500, and throws FeedUnavailable otherwise. After
 * a 429, it sends no request for as long as the vendor asked, at most five minutes.
 */
export function createBankCaller({
  url,
  deadlineMs = DEFAULT_DEADLINE_MS,
  clock = systemClock,
}: CallSettings): BankCaller {
  let pausedUntilMs = 0
  return {
    ask: async ({ path, mostBytes = DEFAULT_MAX_BYTES, ...request }) => {
      if (clock.now().getTime() < pausedUntilMs)
        throw new FeedUnavailable('the vendor asked us to wait (429)')
      let answer: VendorAnswer
      try {
        answer = await askVendor({ ...request, url: `${url}${path}`, deadlineMs, mostBytes })
      } catch (error) {
        throw new FeedUnavailable(explainFailure(error, deadlineMs), { cause: error })
      }
      const { status, headers, body } = answer
      if (status === 429) pausedUntilMs = clock.now().getTime() + readRetryAfterMs(headers)
      if (status === 429 || status >= 500 || body === undefined)
        throw new FeedUnavailable(`the vendor answered ${status}`)
      return answer
    },
  }
}

const DEFAULT_RETRY_AFTER_MS = 10_000
// Limits the wait, so that no header can stop a feed for long.
const MAX_RETRY_AFTER_MS = 5 * 60_000

/** Reads how long a 429 asks us to wait, from the seconds in `retry-after` or in the vendor's own reset header. */
function readRetryAfterMs(headers: IncomingHttpHeaders): number {
  const asked = headers['retry-after'] ?? headers['x-ratelimit-reset'] ?? headers['ratelimit-reset']
  if (typeof asked !== 'string' || !/^[0-9]{1,9}$/.test(asked)) return DEFAULT_RETRY_AFTER_MS
  return Math.min(Number(asked) * 1000, MAX_RETRY_AFTER_MS)
}

/** The current secret, then the previous one while both may be in use. */
export type Secrets = readonly [current: string, previous?: string]

export type RotatingSecret = Readonly<{
  /** Sends the request with the secret that worked last. If the vendor refuses it, sends the request with the other secret. */
  ask(withSecret: (secret: string) => Promise<VendorAnswer>): Promise<VendorAnswer>
}>

/** Handles the rotation of a secret. We and the vendor change the secret at different times, so either secret may be valid in between. */
export function createRotatingSecret(secrets: Secrets): RotatingSecret {
  const all = allSecrets(secrets)
  let worked = 0
  return {
    ask: async (withSecret) => {
      const first = worked
      for (let turn = 0; turn < all.length; turn += 1) {
        const place = (first + turn) % all.length
        const answer = await withSecret(all[place] ?? '')
        if (!isKeyRefused(answer)) {
          worked = place
          return answer
        }
      }
      throw new FeedUnavailable('the vendor rejects our key')
    },
  }
}

export function allSecrets(secrets: Secrets): string[] {
  return secrets.filter((secret) => secret !== undefined)
}

export function isKeyRefused({ status }: VendorAnswer): boolean {
  return status === 401 || status === 403
}
