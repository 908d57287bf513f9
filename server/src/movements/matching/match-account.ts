import type { Clock } from '../../kernel/clock/clock.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import { endOfWorkingDays } from '../../records/limits/working-days.ts'
import type { Nudge } from '../../records/transactions/wake-store.ts'
import { judgeCredits } from './judge-credits.ts'
import type { Question, Verdict } from './open-credit.ts'
import { type AskedCredit, readMatching, readOpenCredits } from './open-credit-store.ts'
import { openCustomerBuys } from './open-customer-buys.ts'
import { applyVerdict, type DecidedVerdict, NotAsRead } from './verdict-store.ts'

export type Judge = (question: Question) => Verdict

export type Matched = Readonly<{
  /** Number of credits, or parts of one, that were allocated to buys. */
  allocated: number
  /** The nudges of buys that are now paid in full. Each has work due. */
  nudges: readonly Nudge[]
  /** Number of new cases. */
  opened: number
  /** More credits are due now. */
  hasMore: boolean
  /** The next time at which a verdict may change; undefined when no credit waits. */
  nextLookAt: Date | undefined
}>

const CREDITS_A_CALL = 500
const MOST_TRIES = 4
// A sending bank may recall its payment for this long.
const RECALL_WORKING_DAYS = 14
const CASE_DUE_MS = 24 * 60 * 60 * 1000
// Credits are not checked again sooner than this.
const SOONEST_LOOK_MS = 30_000

const nothing: Matched = { allocated: 0, nudges: [], opened: 0, hasMore: false, nextLookAt: undefined }

/**
 * Decides about the due credits of one account, up to some hundreds at a time, in one commit. Idempotent and safe to run concurrently: one
 * worker at a time locks the account, and the verdict is written only if nothing has changed since. Does nothing on a frozen account.
 * Without news, nothing is due most of the time, so it is read before a transaction begins.
 */
export async function matchAccount(
  { pool, clock, judge = judgeCredits }: { pool: Pool; clock: Clock; judge?: Judge },
  accountId: string,
  { hasNews } = { hasNews: false },
): Promise<Matched> {
  if (!hasNews) {
    const read = await readMatching(pool, accountId, clock.now(), 1)
    if (read === undefined) return nothing
    if (!read.hasOwnBuys && read.found.credits.length === 0)
      return { ...nothing, nextLookAt: read.nextLookAt }
  }
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(pool, async (sql) => matchOnce(sql, accountId, clock.now(), judge))
    } catch (error) {
      if (!(error instanceof NotAsRead) || tries === MOST_TRIES) throw error
    }
  }
}

/**
 * Does what `matchAccount` does, once and in the caller's transaction, which may have recorded the credits. If it throws, for example
 * because something has changed since it was read, the caller rolls back and calls `matchAccount`.
 */
export async function matchInside(
  sql: Sql,
  { clock }: { clock: Clock },
  accountId: string,
): Promise<Matched> {
  return matchOnce(sql, accountId, clock.now(), judgeCredits)
}

async function matchOnce(sql: Sql, accountId: string, now: Date, judge: Judge): Promise<Matched> {
  const first = await readMatching(sql, accountId, now, CREDITS_A_CALL)
  if (first === undefined) return nothing
  const { account, hasOwnBuys } = first
  const unserved = hasOwnBuys ? await openCustomerBuys(sql, accountId, now, CREDITS_A_CALL) : none
  const asked = { id: accountId, mode: account.mode }
  const found = await readOpenCredits(sql, asked, now, CREDITS_A_CALL, hasOwnBuys ? undefined : first.found)
  const read = { ...found, credits: found.credits.map((one) => markUnserved(one, unserved)) }
  if (read.credits.length === 0) return { ...nothing, nextLookAt: first.nextLookAt }
  const { dedicatedTo, state, claimedLateAt } = account
  const verdict = judge({ account: { dedicatedTo, state, claimedLateAt }, now, ...read })
  const again = takenFromUnder(read.credits, verdict)
  const applied = await applyVerdict(sql, accountId, decided(read.credits, verdict, again, now), now)
  const hasMore = read.credits.length === CREDITS_A_CALL || again.size > 0
  return { ...applied, hasMore, nextLookAt: hasMore ? now : applied.nextLookAt }
}

const none: ReadonlyMap<string, string> = new Map()

function markUnserved(asked: AskedCredit, unserved: ReadonlyMap<string, string>): AskedCredit {
  const goesBack = unserved.get(asked.credit.lineId)
  return goesBack === undefined ? asked : { ...asked, credit: { ...asked.credit, goesBack } }
}

/**
 * Returns the credits that got nothing because one of their claims was allocated to another credit in this call. Only some claims of each
 * business are read, so more claims may match these credits. They stay due.
 */
function takenFromUnder(credits: readonly AskedCredit[], { allocations, cases }: Verdict): Set<string> {
  const taken = new Set(allocations.map(({ transactionId }) => transactionId))
  const settled = new Set([...allocations, ...cases].map(({ lineId }) => lineId))
  const waiting = credits.filter(
    ({ credit, candidates }) =>
      !settled.has(credit.lineId) && candidates.some(({ transactionId }) => taken.has(transactionId)),
  )
  return new Set(waiting.map(({ credit }) => credit.lineId))
}

function decided(
  credits: readonly AskedCredit[],
  verdict: Verdict,
  again: ReadonlySet<string>,
  now: Date,
): DecidedVerdict {
  const { allocations, cases, closes, lookAgainAt } = verdict
  const usedUp = new Set(allocations.map(({ lineId }) => lineId))
  const soonest = new Date(Math.max(lookAgainAt?.getTime() ?? Infinity, now.getTime() + SOONEST_LOOK_MS))
  return {
    allocations,
    cases,
    closes,
    agedFrom: endOfWorkingDays(now, RECALL_WORKING_DAYS),
    casesDueAt: new Date(now.getTime() + CASE_DUE_MS),
    looked: credits
      .filter(({ credit }) => !usedUp.has(credit.lineId) && !again.has(credit.lineId))
      .map(({ credit, candidates }) => ({
        lineId: credit.lineId,
        // A credit without a claim has nothing that a rule could wait for.
        lookAt: lookAgainAt === undefined || candidates.length === 0 ? undefined : soonest,
      })),
  }
}
