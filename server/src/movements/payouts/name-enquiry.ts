import type { Clock } from '../../kernel/clock/clock.ts'
import type { Mode } from '../../kernel/mode.ts'

export type NameQuery = Readonly<{ bankCode: string; accountNumber: string; mode: Mode }>
/** Whose account it is, or that the bank knows of none. */
export type NameAnswer =
  | Readonly<{ outcome: 'found'; accountName: string }>
  | Readonly<{ outcome: 'not_found' }>

/** Asks a bank whose account it is. Undefined means that the bank gave no answer, which says nothing about the account. */
export type NameEnquiry = Readonly<{ ask(query: NameQuery): Promise<NameAnswer | undefined> }>

/** Never rejects: whatever goes wrong, and whatever takes longer, is no answer. A late answer may still fill a cache. */
export async function askWithin(
  enquiry: NameEnquiry,
  query: NameQuery,
  withinMs: number,
): Promise<NameAnswer | undefined> {
  const { promise: tooLate, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), withinMs)
  try {
    return await Promise.race([answerOrNone(enquiry, query), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

const NAME_ANSWER_TTL_MS = 10 * 60 * 1000
const MOST_CACHED_NAMES = 10_000

/** Remembers answers for ten minutes, in this process only. No answer is not remembered: the bank may be back at once. */
export function createCachedNameEnquiry(
  enquiry: NameEnquiry,
  { clock, mostEntries = MOST_CACHED_NAMES }: Readonly<{ clock: Clock; mostEntries?: number }>,
): NameEnquiry {
  // A map keeps the order of insertion and all entries live equally long, so the first is always the oldest.
  const kept = new Map<string, Readonly<{ answer: NameAnswer; until: number }>>()
  return {
    ask: async (query) => {
      const key = `${query.mode}:${query.bankCode}:${query.accountNumber}`
      const known = kept.get(key)
      if (known !== undefined && known.until > clock.now().getTime()) return known.answer
      const answer = await enquiry.ask(query)
      if (answer === undefined) return undefined
      kept.delete(key)
      kept.set(key, { answer, until: clock.now().getTime() + NAME_ANSWER_TTL_MS })
      for (const oldest of kept.keys()) {
        if (kept.size <= mostEntries) break
        kept.delete(oldest)
      }
      return answer
    },
  }
}

async function answerOrNone(enquiry: NameEnquiry, query: NameQuery): Promise<NameAnswer | undefined> {
  try {
    return await enquiry.ask(query)
  } catch {
    return undefined
  }
}
