import { formatId } from '../../../kernel/ids/ids.ts'
import type { TransactionStory } from '../../../records/cases/transaction-story-store.ts'
import { printNaira } from '../naira.ts'
import { allocationWords, fact } from './credit-lines.ts'
import { timelineLines } from './timeline-lines.ts'

/** A transaction in plain words: whose it is, what it waits for, what it holds, how it got there. */
export function transactionLines(
  story: TransactionStory,
  /** Where a sell has its tokens sent. */
  depositTo: string | undefined,
): string[] {
  const { claimed, withdrawnTo } = story
  return [
    `${story.type === 'buy' ? 'Buy' : story.type} ${formatId('transaction', story.id)}`,
    ...fact('amount', `${printNaira(story.amountMinor)}, reference ${story.reference}, ${story.mode}`),
    ...fact('business', `${story.businessName} (${formatId('business', story.businessId)})`),
    ...(claimed === null
      ? []
      : fact(
          'claims',
          `paid from ${claimed.number ?? 'any account'}, ${claimed.name ?? 'no name'}, ${claimed.bank ?? 'any bank'}, to ${claimed.account}`,
        )),
    ...(withdrawnTo === null ? [] : fact('goes to', `${withdrawnTo.address} on ${withdrawnTo.network}`)),
    ...(depositTo === undefined ? [] : fact('sent to', depositTo)),
    ...timelineLines(story.timeline),
    ...story.allocations.flatMap((line) => fact('got', allocationWords(line, 'from'))),
    ...fact(
      'now',
      `${story.status}; holds ${printNaira(story.heldMinor)}; ` +
        (story.lacksMinor === null ? 'looks for no more money' : `looks for ${printNaira(story.lacksMinor)}`),
    ),
  ]
}
