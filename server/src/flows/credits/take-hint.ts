import type { Clock } from '../../kernel/clock/clock.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { BankFeed, HookOutcome, HookReading } from '../../movements/feeds/bank-feed.ts'
import { recordHints } from '../../movements/feeds/feed-hint-store.ts'

export type Hook = Readonly<{
  mode: Mode
  headers: Parameters<BankFeed['readHook']>[0]
  /** The raw bytes, because the signature covers them. */
  body: Buffer
}>

export type TakenHook = Readonly<{
  outcome: HookOutcome | 'ignored'
  /** The response that the vendor expects. */
  reply: Readonly<{ status: number; body: unknown }>
  /** Accounts that the notification made due. */
  accountIds: readonly string[]
  /** Why the notification could not be stored. The vendor is asked to send it again. */
  error?: unknown
}>

/**
 * Stores a bank's notification as a hint, whose content is not trusted yet. A successful response to the vendor means that the hint is
 * durable and its account is due. A forged notification is not stored.
 */
export async function takeHint(
  { pool, clock }: Readonly<{ pool: Pool; clock: Clock }>,
  feed: BankFeed,
  { mode, headers, body }: Hook,
): Promise<TakenHook> {
  const reading = feed.readHook(headers, body)
  const answer = (outcome: HookOutcome, accountIds: readonly string[] = []): TakenHook => {
    return { outcome, reply: feed.hookReply(outcome, reading, body), accountIds }
  }
  if (reading.kind !== 'hints') return answerWithoutHints(reading, answer)
  try {
    const { accountIds, isNew } = await recordHints(pool, {
      mode,
      vendor: feed.vendor,
      hints: reading.hints,
      at: clock.now(),
    })
    return answer(isNew ? 'taken' : 'known', accountIds)
  } catch (error) {
    return { ...answer('busy'), error }
  }
}

function answerWithoutHints(
  { kind }: Exclude<HookReading, { kind: 'hints' }>,
  answer: (outcome: HookOutcome) => TakenHook,
): TakenHook {
  return kind === 'ignored' ? { ...answer('taken'), outcome: 'ignored' } : answer(kind)
}
