import { FeedUnavailable } from '../../movements/feeds/bank-feed.ts'
import { OddAnswer } from '../odd-answer.ts'

/** For what holds the whole answer together: odd there, it is as if the vendor had not answered. */
export function orUnavailable<T>(read: () => T, when = ''): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof OddAnswer) throw new FeedUnavailable(when + error.message, { cause: error })
    throw error
  }
}
