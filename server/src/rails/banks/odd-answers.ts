import { FeedUnavailable, type Reread } from '../../movements/feeds/bank-feed.ts'
import { OddAnswer } from '../vendor-json.ts'

/** Returns undefined if a part that is not essential cannot be read. */
export function optionalField<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof OddAnswer) return undefined
    throw error
  }
}

/** Throws FeedUnavailable if an essential part of the response cannot be read, as if the vendor had not answered. */
export function requireReadable<T>(read: () => T, when = ''): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof OddAnswer) throw new FeedUnavailable(when + error.message, { cause: error })
    throw error
  }
}

/** Returns an unavailable vendor as a result of the re-read instead of throwing. */
export async function rereadOrUnavailable(ask: () => Promise<Reread>): Promise<Reread> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof FeedUnavailable) return { kind: 'unavailable', why: error.message }
    throw error
  }
}
