import type { Clock } from '../../kernel/clock/clock.ts'
import type { Mode } from '../../kernel/mode.ts'
import { isUndone } from '../../kernel/postgres/database-errors.ts'
import { createGroupCommits } from '../../kernel/postgres/group-commits.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { assert } from '../../kernel/refusal.ts'
import type { BankFeed, HookHint, HookOutcome, HookReading } from '../../movements/feeds/bank-feed.ts'
import { type RecordedHint, recordHints } from '../../movements/feeds/feed-hint-store.ts'

type Hook = Readonly<{
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

// A bank does not wait for our answer, so notifications are gathered: a commit costs more than the row of a hint.
const GROUP_LIMITS = { slots: 2, most: 64, queue: 10_000, gather: { ms: 75, enough: 16 } } as const

/** Takes the notification of a feed. */
type TakeHint = (feed: BankFeed, hook: Hook) => Promise<TakenHook>

type HintGroups = Readonly<{ submit(hints: readonly HookHint[]): Promise<readonly RecordedHint[]> }>

/**
 * Stores a bank's notification as a hint, whose content is not trusted yet. A successful response to the vendor means that the hint is
 * durable and its account is due. A forged notification is not stored. Notifications of one vendor that arrive within a tenth of a second
 * are stored in one commit.
 */
export function createTakeHint(deps: Readonly<{ pool: Pool; clock: Clock }>): TakeHint {
  const groups = new Map<string, HintGroups>()
  const groupsOf = (mode: Mode, { vendor }: BankFeed): HintGroups => {
    const name = `${mode}:${vendor}`
    const known = groups.get(name) ?? createHintGroups(deps, mode, vendor)
    groups.set(name, known)
    return known
  }
  return async (feed, { mode, headers, body }) => {
    const reading = feed.readHook(headers, body)
    const answer = (outcome: HookOutcome, accountIds: readonly string[] = []): TakenHook => {
      return { outcome, reply: feed.hookReply(outcome, reading, body), accountIds }
    }
    if (reading.kind !== 'hints') return answerWithoutHints(reading, answer)
    try {
      const recorded = await groupsOf(mode, feed).submit(reading.hints)
      const accountIds = new Set(recorded.map(({ accountId }) => accountId).filter((id) => id !== null))
      return answer(recorded.some(({ isNew }) => isNew) ? 'taken' : 'known', [...accountIds])
    } catch (error) {
      return { ...answer('busy'), error }
    }
  }
}

function createHintGroups(
  { pool, clock }: Readonly<{ pool: Pool; clock: Clock }>,
  mode: Mode,
  vendor: string,
): HintGroups {
  return createGroupCommits<readonly HookHint[], readonly RecordedHint[]>({
    ...GROUP_LIMITS,
    isUndone,
    commit: async (notifications) => {
      const recorded = await recordHints(pool, { mode, vendor, hints: notifications.flat(), at: clock.now() })
      return notifications.map((hints) =>
        hints.map(({ key }) => {
          const hint = recorded.get(key)
          assert(hint !== undefined, `the hint ${key} must be recorded`)
          return hint
        }),
      )
    },
  })
}

function answerWithoutHints(
  { kind }: Exclude<HookReading, { kind: 'hints' }>,
  answer: (outcome: HookOutcome) => TakenHook,
): TakenHook {
  return kind === 'ignored' ? { ...answer('taken'), outcome: 'ignored' } : answer(kind)
}
