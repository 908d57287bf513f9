import { Refusal } from '../../kernel/refusal.ts'

/** The vendors whose feeds tell about accounts of ours. */
export const accountFeeds = ['monnify', 'providus', 'paystack'] as const

export type AccountFeed = (typeof accountFeeds)[number]

/** What a person typed: a vendor, or `none` for an account of which only statements tell. */
export function parseFeed(text: string): AccountFeed | null {
  if (text === 'none') return null
  const feed = accountFeeds.find((known) => known === text)
  if (feed !== undefined) return feed
  throw new Refusal(
    'feed_unknown',
    `There is no feed "${text}": choose from ${accountFeeds.join(', ')}, or "none".`,
  )
}
