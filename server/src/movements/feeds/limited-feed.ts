import { type BankFeed, FeedUnavailable } from './bank-feed.ts'

const MOST_CALLS_AT_ONCE = 8
// A page of a list may need one call for each of its rows.
const VENDOR_ANSWER_TIMEOUT_MS = 20_000

/** Limits the concurrent calls to a vendor and the time of each. Every vendor has its own slots, so one that hangs delays no other. */
export function limitFeed(
  feed: BankFeed,
  { mostAtOnce = MOST_CALLS_AT_ONCE, answersWithinMs = VENDOR_ANSWER_TIMEOUT_MS } = {},
): BankFeed {
  const slots = createCallSlots(mostAtOnce)
  const list = feed.list?.bind(feed)
  const within = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(answersWithinMs)])
  return {
    ...feed,
    readHook: (headers, body) => feed.readHook(headers, body),
    hookReply: (outcome, reading, body) => feed.hookReply(outcome, reading, body),
    reread: async (hint, signal) => {
      const slot = await slots.take(signal)
      if (slot === undefined)
        return { kind: 'unavailable', why: `too many concurrent calls to ${feed.vendor}` }
      try {
        return await feed.reread(hint, within(signal))
      } finally {
        slot.end()
      }
    },
    ...(list !== undefined && {
      list: async (account: { accountNumber: string }, cursor: string | undefined, signal: AbortSignal) => {
        const slot = await slots.take(signal)
        if (slot === undefined) throw new FeedUnavailable(`too many concurrent calls to ${feed.vendor}`)
        try {
          return await list(account, cursor, within(signal))
        } finally {
          slot.end()
        }
      },
    }),
  }
}

type CallSlots = Readonly<{
  /** Waits for a slot, first come, first served; undefined when the signal ends the wait. */
  take(signal: AbortSignal): Promise<{ end(): void } | undefined>
}>

/** Allows at most `most` calls at once. */
function createCallSlots(most: number): CallSlots {
  let taken = 0
  const waiting = new Set<() => void>()

  const end = (): void => {
    const [next] = waiting
    if (next === undefined) {
      taken -= 1
      return
    }
    // The slot passes directly to the next waiting call, so that a new call cannot take it in between.
    waiting.delete(next)
    next()
  }

  return {
    take: async (signal) => {
      if (signal.aborted) return undefined
      if (taken < most) {
        taken += 1
        return { end }
      }
      return new Promise((resolve) => {
        const giveUp = () => {
          waiting.delete(begin)
          resolve(undefined)
        }
        const begin = () => {
          signal.removeEventListener('abort', giveUp)
          resolve({ end })
        }
        waiting.add(begin)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}
