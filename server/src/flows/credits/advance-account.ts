import { isLockTimeout } from '../../kernel/postgres/database-errors.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { takeBackWaiting } from '../../movements/credits/bank-line-store.ts'
import type { RecentLines } from '../../movements/credits/recent-lines.ts'
import {
  type BankAccount,
  beginAccountLook,
  endAccountLook,
  findBankAccount,
  readAccountLook,
  waitForAccountLock,
} from '../../movements/feeds/bank-account-store.ts'
import { matchAccount } from '../../movements/matching/match-account.ts'
import { claimNudgesOf, type Nudge, type Wake } from '../../records/transactions/wake-store.ts'
import { driveObject } from '../advance/drive-object.ts'
import { type SendNudge, sendNudges } from '../advance/send-nudges.ts'
import type { CreditDeps } from './credit-deps.ts'
import { pollFeed } from './poll-feed.ts'
import { readHints } from './read-hints.ts'

type AdvanceAccountDeps = CreditDeps &
  Readonly<{
    /** The shortest time between two polls of one account. */
    pollMs: number
    heard: RecentLines
    /** Calls the buys that were paid, so that they go on at once. */
    nudge: SendNudge
    /** Told of a look that failed as a whole. */
    onFailure: (accountId: string, error: unknown) => void
  }>

type Matched = Readonly<{ allocated: number; nextAt: Date | undefined }>

// The engine takes a call that is silent for a minute for dead.
const LOOK_TIMEOUT_MS = 25_000
// Longer than a look takes: who is notified meanwhile must find the account not due, and say so. If the worker dies, the account is due then.
const LOOK_OVER_AFTER_MS = 40_000
const MATCH_ROUNDS = 20
// Others have their turn before an account with very much to match goes on.
const NEXT_MATCH_AFTER_MS = 100
// Longer than a page of a statement takes, and much shorter than the time after which a statement gives up.
const ACCOUNT_LOCK_TIMEOUT_MS = 2_000
const LOCKED_ACCOUNT_RETRY_MS = 500

/**
 * One look at a bank account of ours: what was notified is read from the bank, the list is polled if it is time, and
 * what arrived is matched, until nothing more is to be had. Then it says when to look next. Every call,
 * however often, looks at least once: a buy that was just accepted has left no other word here.
 */
export async function advanceAccount(deps: AdvanceAccountDeps, id: string): Promise<Nudge | undefined> {
  let hasLooked = false
  return driveObject(
    {
      pool: deps.pool,
      clock: deps.clock,
      // No timers: the sweeper finds an account as soon as it is due, and a timer for each call would pile up.
      engineTimerMs: 0,
      unknown: 'vendor_account_unknown',
      findStep: async (wake, now) => {
        // What is due again at once is asked of the engine anew: a call must stay short. And what failed keeps its gap,
        // however many buys are accepted meanwhile.
        const isKeptOff = wake !== undefined && wake.failureCount > 0 && wake.dueAt > now
        if (hasLooked || isKeptOff) return undefined
        const account = await findBankAccount(deps.pool, id)
        if (account === undefined)
          throw new Refusal('vendor_account_unknown', `no bank account has the id ${id}`)
        hasLooked = true
        return {
          take: async () => lookOrGiveWay(deps, account, wake, now),
          onFailure: (error) => deps.onFailure(id, error),
        }
      },
    },
    id,
  )
}

/**
 * While an import, or another look, has the account to itself, this one is put off for a moment. That is no failure: nothing
 * is wrong with the account, and a failure would keep it waiting for longer and longer.
 */
async function lookOrGiveWay(
  deps: AdvanceAccountDeps,
  account: BankAccount,
  wake: Wake | undefined,
  now: Date,
): Promise<void> {
  let seen = wake?.dueAt
  try {
    await waitForAccountLock(deps.pool, account.id, ACCOUNT_LOCK_TIMEOUT_MS)
    const until = new Date(deps.clock.now().getTime() + LOOK_OVER_AFTER_MS)
    // Before anything is read: what is notified from now on says so, and is not put off at the end.
    await beginAccountLook(deps.pool, account.id, until)
    seen = until
    await look(deps, account, { seen, wasCalled: wake === undefined || wake.dueAt > now })
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    const dueAt = new Date(deps.clock.now().getTime() + LOCKED_ACCOUNT_RETRY_MS)
    await endAccountLook(deps.pool, account.id, { seen, dueAt, activeAt: undefined })
  }
}

async function look(
  deps: AdvanceAccountDeps,
  account: BankAccount,
  { seen, wasCalled }: Readonly<{ seen: Date; wasCalled: boolean }>,
): Promise<void> {
  const signal = AbortSignal.timeout(LOOK_TIMEOUT_MS)
  const hints = await readAndMatch(deps, account, signal)
  const early = hints.matched
  const poll = await pollFeed(deps, account, signal)
  const matched = early === undefined || poll.recorded > 0 ? await matchAll(deps, account) : early

  // Last, so that one that fails holds up nothing else.
  await takeBackWaiting(deps.pool, account.id, deps.clock.now())

  const happened = hints.happened + poll.recorded + matched.allocated
  const isActive = wasCalled || happened > 0
  const nextAt = poll.hasMore ? deps.clock.now() : await nextLookAt(deps, account, isActive)
  // A look that took too long may have been over, to those who were notified meanwhile, before it was.
  const tooLateAt = signal.aborted ? deps.clock.now() : undefined
  await endAccountLook(deps.pool, account.id, {
    seen,
    dueAt: earliest([nextAt, hints.nextAt, matched.nextAt, tooLateAt]),
    activeAt: isActive ? deps.clock.now() : undefined,
  })
}

type HintsMatched = Readonly<{
  /** How much was recorded and given to buys. */
  happened: number
  /** The last matching; undefined when it failed. */
  matched: Matched | undefined
  nextAt: Date | undefined
}>

/**
 * Reads what was notified, some of it at a time, and matches it before the next is read: what is here does not wait for all the
 * rest, nor for a slow list. A matching that fails shows once more after the list.
 */
async function readAndMatch(
  deps: AdvanceAccountDeps,
  account: BankAccount,
  signal: AbortSignal,
): Promise<HintsMatched> {
  let happened = 0
  for (;;) {
    const hints = await readHints(deps, account, signal)
    const matched =
      hints.recorded > 0 || !hints.hasMore
        ? await matchAll(deps, account).catch((error: unknown) => {
            if (isLockTimeout(error)) throw error
            return undefined
          })
        : undefined
    happened += hints.recorded + (matched?.allocated ?? 0)
    if (!hints.hasMore) return { happened, matched, nextAt: hints.nextAt }
  }
}

async function matchAll({ pool, clock, nudge }: AdvanceAccountDeps, account: BankAccount): Promise<Matched> {
  let allocated = 0
  for (let rounds = 0; rounds < MATCH_ROUNDS; rounds += 1) {
    const round = await matchAccount({ pool, clock }, account.id)
    allocated += round.allocated
    if (round.paid.length > 0) await sendNudges(await claimNudgesOf(pool, round.paid, clock.now()), nudge)
    if (!round.hasMore) return { allocated, nextAt: round.nextLookAt }
  }
  return { allocated, nextAt: new Date(clock.now().getTime() + NEXT_MATCH_AFTER_MS) }
}

/** Whether or not there is a list: a nudge for an accepted buy may have been lost. */
async function nextLookAt(
  { pool, clock, pollMs }: AdvanceAccountDeps,
  account: BankAccount,
  isActive: boolean,
): Promise<Date> {
  const now = clock.now()
  const activeAt = isActive ? now : ((await readAccountLook(pool, account.id))?.activeAt ?? now)
  return new Date(now.getTime() + lookGapMs(pollMs, now.getTime() - activeAt.getTime()))
}

function earliest(times: readonly [Date, ...Array<Date | undefined>]): Date {
  const known = times.filter((time) => time !== undefined).map((time) => time.getTime())
  return new Date(Math.min(...known))
}

const LONGEST_GAP_MS = 60_000
const QUIET_TIME_DIVISOR = 8

/**
 * How long until an account is due again by itself: the shortest gap while something happens there, longer the
 * longer it has been quiet, a minute at most. A notification or an accepted buy calls for a look at once in any case.
 */
export function lookGapMs(shortestMs: number, quietMs: number): number {
  return Math.max(shortestMs, Math.min(LONGEST_GAP_MS, Math.floor(quietMs / QUIET_TIME_DIVISOR)))
}
