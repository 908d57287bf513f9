import type { Clock } from '../../kernel/clock/clock.ts'
import type { Mode } from '../../kernel/mode.ts'

export type NameQuery = Readonly<{ bankCode: string; accountNumber: string; mode: Mode }>
/** Name of the account holder, or that the bank has no such account. */
export type NameAnswer =
  | Readonly<{ outcome: 'found'; accountName: string }>
  | Readonly<{ outcome: 'not_found' }>

/** Asks a bank for the name of an account. Undefined means that the bank gave no answer, which proves nothing about the account. */
export type NameEnquiry = Readonly<{ ask(query: NameQuery): Promise<NameAnswer | undefined> }>

/** Never rejects. Returns undefined on any failure and after the timeout. A late answer may still fill a cache. */
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

/** Caches answers for ten minutes, in this process only. A missing answer is not cached, because the bank may recover at once. */
export function createCachedNameEnquiry(
  enquiry: NameEnquiry,
  { clock, mostEntries = MOST_CACHED_NAMES }: Readonly<{ clock: Clock; mostEntries?: number }>,
): NameEnquiry {
  // A map keeps the insertion order and all entries live equally long, so the first is always the oldest.
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
