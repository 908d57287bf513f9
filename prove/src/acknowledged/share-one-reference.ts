import type { Line, Reply } from './post.ts'
import { transactionIdOf, type Witness } from './witness.ts'

/**
 * Posts one reference many times at once to all API processes. They must create one transaction: one reply says that it is new, and all
 * others say that it existed. Returns the errors.
 */
export async function shareOneReference(
  line: Line,
  urls: readonly string[],
  { intent, acknowledgements }: Witness,
  times: number,
): Promise<string[]> {
  const posts = Array.from({ length: times }, async (_, turn) =>
    line.post(urls[turn % urls.length] ?? '', intent, turn),
  )
  const replies = await Promise.all(posts)
  const other = await line.post(urls[0] ?? '', intent, 0, intent.amountMinor + 1_000_000_00n)
  const count = (is: (reply: Reply) => boolean) => replies.filter(is).length
  const good = replies.filter(({ status }) => status === 200)
  acknowledgements.push(...good)
  const ids = new Set(good.map(transactionIdOf))
  return [
    good.length !== times &&
      `${times - good.length} of ${times} posts of one reference were not answered 200`,
    ids.size !== 1 && `one reference, posted ${times} times at once, created ${ids.size} transactions`,
    count(({ status, isReplay }) => status === 200 && !isReplay) !== 1 &&
      'not exactly one post of one reference was answered as new',
    other.status !== 409 &&
      `the same reference with another amount was answered ${other.status} instead of 409`,
  ].filter((problem) => problem !== false)
}
