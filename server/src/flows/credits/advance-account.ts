import { isLockTimeout } from '../../kernel/postgres/database-errors.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { RecentLines } from '../../movements/credits/recent-lines.ts'
import {
  type BankAccount,
  type BegunLook,
  closeAccountLook,
  endAccountLook,
  isPaymentExpected,
  openAccountLook,
  waitForAccountLock,
} from '../../movements/feeds/bank-account-store.ts'
import { matchAccount } from '../../movements/matching/match-account.ts'
import { claimNudge, type Nudge } from '../../records/transactions/wake-store.ts'
import { keepFailure } from '../advance/drive-object.ts'
import { type SendNudge, sendNudges } from '../advance/send-nudges.ts'
import type { CreditDeps } from './credit-deps.ts'
import { pollFeed } from './poll-feed.ts'
import { HINTS_A_ROUND, type HintsRead, readHints } from './read-hints.ts'

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
 *
 * One pass per call, to keep calls short. No timers, because every call would add one: the sweeper finds an account as soon as it is due.
 */
export async function advanceAccount(deps: AdvanceAccountDeps, id: string): Promise<Nudge | undefined> {
  const { pool, clock } = deps
  let failureCount = 0
  try {
    let begun = await begin(deps, id)
    failureCount = begun.wake?.failureCount ?? 0
    if (begun.outcome === 'locked' && (await isUnlocked(deps, begun))) begun = await begin(deps, id)
    if (begun.outcome !== 'begun') return undefined
    const dueAt = await lookOrGiveWay(deps, begun)
    const now = clock.now()
    return dueAt === undefined || dueAt > now ? undefined : await claimNudge(pool, id, now)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'vendor_account_unknown') throw error
    deps.onFailure(id, error)
    await keepFailure(pool, id, error, { failureCount, at: clock.now() }).catch(() => {
      // The database is unreachable. The row of the account is due when the pass should have been over, and the sweeper will find it.
    })
    return undefined
  }
}

type Begun = BegunLook & Readonly<{ wasCalled: boolean; until: Date }>

async function begin({ pool, clock }: AdvanceAccountDeps, id: string): Promise<Begun> {
  const at = clock.now()
  // Set before anything is read. A notification from now on changes the wake row, so the end of this pass does not postpone it.
  const until = new Date(at.getTime() + LOOK_OVER_AFTER_MS)
  const begun = await openAccountLook(pool, id, { at, until, mostHints: HINTS_A_ROUND })
  if (begun === undefined) throw new Refusal('vendor_account_unknown', `no bank account has the id ${id}`)
  return { ...begun, wasCalled: begun.wake === undefined || begun.wake.dueAt > at, until }
}

/**
 * Waits a little for an import or another pass that holds the lock of the account. If the lock stays taken, postpones the pass briefly. That
 * is not recorded as a failure: nothing is wrong with the account, and repeated failures would make it wait longer and longer.
 */
async function isUnlocked(deps: AdvanceAccountDeps, { account, wake }: Begun): Promise<boolean> {
  try {
    await waitForAccountLock(deps.pool, account.id, ACCOUNT_LOCK_TIMEOUT_MS)
    return true
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    await giveWay(deps, account, wake?.dueAt)
    return false
  }
}

async function giveWay(
  { pool, clock }: AdvanceAccountDeps,
  { id }: BankAccount,
  seen: Date | undefined,
): Promise<void> {
  const dueAt = new Date(clock.now().getTime() + LOCKED_ACCOUNT_RETRY_MS)
  await endAccountLook(pool, id, { seen, dueAt, activeAt: undefined })
}

/** Returns when the account is due again; undefined if the pass gave way, because another process took the lock of the account meanwhile. */
async function lookOrGiveWay(deps: AdvanceAccountDeps, begun: Begun): Promise<Date | undefined> {
  try {
    return await look(deps, begun)
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    await giveWay(deps, begun.account, begun.until)
    return undefined
  }
}

async function look(deps: AdvanceAccountDeps, begun: Begun): Promise<Date | undefined> {
  const { account, until, wasCalled } = begun
  const signal = AbortSignal.timeout(LOOK_TIMEOUT_MS)
  const hints = await readAndMatch(deps, begun, signal)
  const early = hints.matched
  const poll = await pollFeed(deps, begun, signal)
  const matched =
    early === undefined || poll.recorded > 0 ? await matchAll(deps, account, poll.recorded > 0) : early

  const happened = hints.happened + poll.recorded + matched.allocated
  const isActive = wasCalled || happened > 0
  const nextAt = poll.hasMore ? deps.clock.now() : await nextLookAt(deps, begun, isActive)
  // If the pass exceeded its time, the account may have become due meanwhile, and a notification would then have changed nothing. So
  // another pass is due now.
  const tooLateAt = signal.aborted ? deps.clock.now() : undefined
  const at = deps.clock.now()
  return closeAccountLook(deps.pool, account.id, {
    seen: until,
    dueAt: earliest([nextAt, matched.nextAt, tooLateAt]),
    activeAt: isActive ? at : undefined,
    at,
  })
}

type HintsMatched = Readonly<{
  /** Number of lines recorded plus allocations to buys. */
  happened: number
  /** The last matching; undefined when it failed. */
  matched: Matched | undefined
}>

/**
 * Reads the notified payments in groups and matches each group before it reads the next, mostly in the commit that records it. A payment
 * therefore does not wait for the rest or for a slow list. A failed matching is repeated after the list was polled, and throws there.
 */
async function readAndMatch(
  deps: AdvanceAccountDeps,
  { account, hints: first }: Begun,
  signal: AbortSignal,
): Promise<HintsMatched> {
  let happened = 0
  for (let due: Begun['hints'] | undefined = first; ; due = undefined) {
    const hints = await readHints(deps, account, signal, due, async ({ nudges }) =>
      sendNudges(nudges, deps.nudge),
    )
    const matched = await matchRest(deps, account, hints)
    happened += hints.recorded + (matched?.allocated ?? 0)
    if (!hints.hasMore) return { happened, matched }
  }
}

/** Matches what the commit of the lines left. Returns the last matching; undefined if it failed, or if more hints are read first. */
async function matchRest(
  deps: AdvanceAccountDeps,
  account: BankAccount,
  { matched, isAllMatched, recorded, hasMore }: HintsRead,
): Promise<Matched | undefined> {
  if (matched !== undefined && isAllMatched)
    return { allocated: matched.allocated, nextAt: matched.nextLookAt }
  if (recorded === 0 && hasMore) return undefined
  return matchAll(deps, account, recorded > 0).catch((error: unknown) => {
    if (isLockTimeout(error)) throw error
    return undefined
  })
}

async function matchAll(
  { pool, clock, nudge }: AdvanceAccountDeps,
  account: BankAccount,
  hasNews: boolean,
): Promise<Matched> {
  let allocated = 0
  for (let rounds = 0; rounds < MATCH_ROUNDS; rounds += 1) {
    const round = await matchAccount({ pool, clock }, account.id, { hasNews: hasNews || rounds > 0 })
    allocated += round.allocated
    await sendNudges(round.nudges, nudge)
    if (!round.hasMore) return { allocated, nextAt: round.nextLookAt }
  }
  return { allocated, nextAt: new Date(clock.now().getTime() + NEXT_MATCH_AFTER_MS) }
}

/** Returns when the account is due by itself. Accounts whose bank has no list are due too, because a nudge for a buy may have been lost. */
async function nextLookAt(
  { pool, clock, pollMs }: AdvanceAccountDeps,
  { account, activeAt }: Begun,
  isActive: boolean,
): Promise<Date> {
  const now = clock.now()
  if (isActive) return new Date(now.getTime() + pollMs)
  const quietMs = now.getTime() - activeAt.getTime()
  const isQuiet = quietMs > QUIET_AFTER_MS && !(await isPaymentExpected(pool, account.id, now))
  return new Date(now.getTime() + lookGapMs(pollMs, quietMs, isQuiet ? LONGEST_QUIET_GAP_MS : LONGEST_GAP_MS))
}

function earliest(times: readonly [Date, ...Array<Date | undefined>]): Date {
  const known = times.filter((time) => time !== undefined).map((time) => time.getTime())
  return new Date(Math.min(...known))
}

const LONGEST_GAP_MS = 60_000
// A payment that nobody expects and that no notification reported may be read this late.
const LONGEST_QUIET_GAP_MS = 15 * 60_000
const QUIET_TIME_DIVISOR = 8
const QUIET_AFTER_MS = QUIET_TIME_DIVISOR * LONGEST_GAP_MS

/**
 * Returns how long until an account is due by itself: the shortest gap while the account is active, longer the longer it has been quiet, at
 * most `longestMs`. A notification or an accepted buy starts a pass at once in any case.
 */
export function lookGapMs(shortestMs: number, quietMs: number, longestMs: number): number {
  return Math.max(shortestMs, Math.min(longestMs, Math.floor(quietMs / QUIET_TIME_DIVISOR)))
}
