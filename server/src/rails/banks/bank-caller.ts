import type { Clock } from '../../kernel/clock/clock.ts'
import { systemClock } from '../../kernel/clock/clock.ts'
import { FeedUnavailable } from '../../movements/feeds/bank-feed.ts'
import { askVendor, explainFailure, type VendorAnswer, type VendorRequest } from '../ask-vendor.ts'
import { patienceAskedMs } from './patience.ts'

export type CallSettings = Readonly<{
  /** Without a slash at its end. */
  url: string
  /** For one whole answer; ten seconds when nobody says. */
  deadlineMs?: number | undefined
  clock?: Clock | undefined
}>

export type BankRequest = Pick<VendorRequest, 'method' | 'headers' | 'signal'> &
  Readonly<{ path: string; mostBytes?: number }>

export type BankCaller = Readonly<{ ask(request: BankRequest): Promise<VendorAnswer> }>

const DEADLINE_MS = 10_000
const MOST_BYTES = 256 * 1024

/**
 * Asks one vendor. What comes back is whole JSON with a status below 500; everything else is FeedUnavailable. A vendor
 * that asks for patience is not asked again before the time it named.
 */
export function createBankCaller({
  url,
  deadlineMs = DEADLINE_MS,
  clock = systemClock,
}: CallSettings): BankCaller {
  let patientUntil = 0
  return {
    ask: async ({ path, mostBytes = MOST_BYTES, ...request }) => {
      if (clock.now().getTime() < patientUntil) throw new FeedUnavailable('it asked for patience')
      let answer: VendorAnswer
      try {
        answer = await askVendor({ ...request, url: `${url}${path}`, deadlineMs, mostBytes })
      } catch (error) {
        throw new FeedUnavailable(explainFailure(error, deadlineMs), { cause: error })
      }
      const { status, headers, body } = answer
      if (status === 429) patientUntil = clock.now().getTime() + patienceAskedMs(headers)
      if (status === 429 || status >= 500 || body === undefined)
        throw new FeedUnavailable(`it answered ${status}`)
      return answer
    },
  }
}
