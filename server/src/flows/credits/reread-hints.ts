import type { Reread } from '../../movements/feeds/bank-feed.ts'
import type { FeedHint } from '../../movements/feeds/feed-hint-store.ts'
import type { CreditDeps } from './credit-deps.ts'

export type HintAnswer = Readonly<{ hint: FeedHint; reread: Reread }>

/** Asks the bank about the payment of each hint, and returns its answers. Never throws: after an error the hint waits. */
export async function rereadHints(
  { feeds }: Pick<CreditDeps, 'feeds'>,
  hints: readonly FeedHint[],
  signal: AbortSignal,
): Promise<HintAnswer[]> {
  const reread = async ({ mode, vendor, key, detail }: FeedHint): Promise<Reread> => {
    const feed = feeds[mode].get(vendor)
    if (feed === undefined) return { kind: 'unavailable', why: `${vendor} is not configured` }
    try {
      return await feed.reread({ key, detail }, signal)
    } catch (error) {
      return { kind: 'unavailable', why: error instanceof Error ? error.message : String(error) }
    }
  }
  return Promise.all(hints.map(async (hint) => ({ hint, reread: await reread(hint) })))
}
