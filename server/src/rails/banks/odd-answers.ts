import { FeedUnavailable, type Reread } from '../../movements/feeds/bank-feed.ts'
import { OddAnswer } from '../vendor-json.ts'

/** For a part that may be odd without spoiling the whole. */
export function optionalField<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof OddAnswer) return undefined
    throw error
  }
}

/** For what holds the whole answer together: odd there, it is as if the vendor had not answered. */
export function requireReadable<T>(read: () => T, when = ''): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof OddAnswer) throw new FeedUnavailable(when + error.message, { cause: error })
    throw error
  }
}

/** A vendor that cannot be asked is an answer to a re-read, not a failure of it. */
export async function rereadOrUnavailable(ask: () => Promise<Reread>): Promise<Reread> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof FeedUnavailable) return { kind: 'unavailable', why: error.message }
    throw error
  }
}
