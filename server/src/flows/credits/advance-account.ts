import { isLockTimeout } from '../../kernel/postgres/database-errors.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { settleFromVendors } from '../../movements/collections/vendor-debt-store.ts'
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
    /** Shortest time between two polls of one account. */
    pollMs: number
    heard: RecentLines
    /** Nudges the buys that were paid, so that they continue at once. */
    nudge: SendNudge
    /** Called when a whole pass fails. */
    onFailure: (accountId: string, error: unknown) => void
  }>

type Matched = Readonly<{ allocated: number; nextAt: Date | undefined }>

// Restate treats a call that is silent for a minute as dead.
const LOOK_TIMEOUT_MS = 25_000
// During a pass the account counts as due only after this time. It is longer than a pass takes, so a notification during the pass makes the
// account due again. If the worker dies, the account becomes due at this time.
const LOOK_OVER_AFTER_MS = 40_000
const MATCH_ROUNDS = 20
// Lets other accounts run before an account with much to match continues.
const NEXT_MATCH_AFTER_MS = 100
// Longer than recording a page of a statement takes, and much shorter than the statement timeout.
const ACCOUNT_LOCK_TIMEOUT_MS = 2_000
const LOCKED_ACCOUNT_RETRY_MS = 500

/**
 * Runs one pass over one of our bank accounts. Reads the notified payments from the bank, polls the list if it is time, and matches the new
 * lines until none is left. Then schedules the next pass. Every call runs a pass even if the account is not due, because an accepted buy
 * calls this without making the account due. Only after a failure does the account wait.
 */
export async function advanceAccount(deps: AdvanceAccountDeps, id: string): Promise<Nudge | undefined> {
  let hasLooked = false
  return driveObject(
    {
      pool: deps.pool,
      clock: deps.clock,
      // No timers: every call would add one. The sweeper finds an account as soon as it is due.
      engineTimerMs: 0,
      unknown: 'vendor_account_unknown',
      findStep: async (wake, now) => {
        // One pass per call, to keep calls short: an account that is due again at once gets a new call. After a failure the account waits
        // for its retry time, however many buys are accepted meanwhile.
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
 * Postpones the pass briefly while an import or another pass holds the lock of the account. That is not recorded as a failure: nothing is
 * wrong with the account, and repeated failures would make it wait longer and longer.
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
    // Set before anything is read. A notification from now on changes the wake row, so the end of this pass does not postpone it.
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

  // Last, so that a failure here blocks nothing else.
  await takeBackWaiting(deps.pool, account.id, deps.clock.now())

  const happened = hints.happened + poll.recorded + matched.allocated
  const isActive = wasCalled || happened > 0
  const nextAt = poll.hasMore ? deps.clock.now() : await nextLookAt(deps, account, isActive)
  // If the pass exceeded its time, the account may have become due meanwhile, and a notification would then have changed nothing. So
  // another pass is due now.
  const tooLateAt = signal.aborted ? deps.clock.now() : undefined
  await endAccountLook(deps.pool, account.id, {
    seen,
    dueAt: earliest([nextAt, hints.nextAt, matched.nextAt, tooLateAt]),
    activeAt: isActive ? deps.clock.now() : undefined,
  })
}

type HintsMatched = Readonly<{
  /** Number of lines recorded plus allocations to buys. */
  happened: number
  /** The last matching; undefined when it failed. */
  matched: Matched | undefined
  nextAt: Date | undefined
}>

/**
 * Reads the notified payments in groups and matches each group before it reads the next. A payment therefore does not wait for the
 * rest or for a slow list. A failed matching is repeated after the list was polled, and throws there.
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
  await settleFromVendors(pool, account.id, clock.now())
  for (let rounds = 0; rounds < MATCH_ROUNDS; rounds += 1) {
    const round = await matchAccount({ pool, clock }, account.id)
    allocated += round.allocated
    if (round.paid.length > 0) await sendNudges(await claimNudgesOf(pool, round.paid, clock.now()), nudge)
    if (!round.hasMore) return { allocated, nextAt: round.nextLookAt }
  }
  return { allocated, nextAt: new Date(clock.now().getTime() + NEXT_MATCH_AFTER_MS) }
}

/** Returns when the account is due by itself. Accounts whose bank has no list are due too, because a nudge for a buy may have been lost. */
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
 * Returns how long until an account is due by itself: the shortest gap while the account is active, longer the longer it has been quiet, at
 * most a minute. A notification or an accepted buy starts a pass at once in any case.
 */
export function lookGapMs(shortestMs: number, quietMs: number): number {
  return Math.max(shortestMs, Math.min(LONGEST_GAP_MS, Math.floor(quietMs / QUIET_TIME_DIVISOR)))
}
