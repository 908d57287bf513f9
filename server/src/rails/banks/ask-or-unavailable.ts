import { FeedUnavailable, type Reread } from '../../movements/feeds/bank-feed.ts'

/** A vendor that cannot be asked is an answer to a re-read, not a failure of it. */
export async function askOrUnavailable(ask: () => Promise<Reread>): Promise<Reread> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof FeedUnavailable) return { kind: 'unavailable', why: error.message }
    throw error
  }
}
