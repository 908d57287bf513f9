import { setTimeout as sleep } from 'node:timers/promises'
import { sendNudges } from '../../flows/advance/send-nudges.ts'
import { readStrayHints } from '../../flows/credits/read-hints.ts'
import { openCursors } from '../../flows/deposits/advance-deposits.ts'
import { refreshRates } from '../../flows/rates/refresh-rates.ts'
import { reconcile } from '../../flows/reconciliation/reconcile.ts'
import { reconcileSettings } from '../../flows/reconciliation/reconcile-deps.ts'
import { openAccounts } from '../../flows/sweeps/open-accounts.ts'
import { sweepNetworks } from '../../flows/sweeps/sweep-networks.ts'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { listStrayVendors } from '../../movements/feeds/feed-hint-store.ts'
import { hastenAwaitedComparing } from '../../movements/transfers/restored-lane-store.ts'
import { noteRunways } from '../../movements/treasury/float-store.ts'
import { settleTokenMoves } from '../../movements/treasury/move-store.ts'
import { closeOutlivedCases, keepOverdueCases, remindCaseOwners } from '../../records/cases/case-store.ts'
import { noteLosingPlans } from '../../records/fees/margin-store.ts'
import { exportHead, isLargeSeal, sealNextBatch } from '../../records/ledger/seals/seal-rows.ts'
import { deleteOldClaims } from '../../records/transactions/accepting/expected-payment-store.ts'
import { sequenceEvents } from '../../records/transactions/feed/feed-store.ts'
import { claimDueNudges, claimNudge, claimWebhookNudges } from '../../records/transactions/wake-store.ts'
import { forgetOldWebhooks } from '../../records/webhooks/webhook-round-store.ts'
import type { NudgeEngine } from './nudge-engine.ts'
import { createCreditDeps, type WorkerDeps } from './worker-deps.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS
const HINTS_EVERY_MS = 250
// A loop that found nothing for this long looks less often, until it finds something.
const QUIET_AFTER_MS = 30 * SECOND_MS
const QUIET_EVERY_MS = SECOND_MS
const MAX_NUDGES_PER_ROUND = 500
const EVENTS_A_ROUND = 1_000
const WEBHOOK_RETENTION_MS = 30 * DAY_MS
const MAX_WEBHOOKS_DELETED_PER_ROUND = 1_000

type WorkerLoop = Readonly<{ stop(): Promise<void> }>
/** Does one round of a loop. `some`: it found work and did all of it. True: there may be more to do at once. False: it found nothing. */
type Round = () => Promise<boolean | 'some'>
type Pace = Readonly<{
  everyMs: number
  /** The pause of a loop that has found nothing for half a minute. */
  quietMs?: number
}>
type StartLoop = (name: string, pace: number | Pace, round: Round) => WorkerLoop

/**
 * Starts everything that a worker does in addition to driving transactions. Several workers may run these loops. Each loop has its own
 * lock, so that they take turns.
 */
export function startWorkerLoops(deps: WorkerDeps): WorkerLoop[] {
  const { pool, sealerPool, sealHeadFile, rates, clock, logger } = deps
  const start: StartLoop = (loop, pace, round) =>
    repeat(round, typeof pace === 'number' ? { everyMs: pace } : pace, (error) =>
      logger.error({ loop, err: error }, 'loop failed; retrying'),
    )
  return [
    start('sweep', SECOND_MS, async () => (await sweepDue(deps)) > 0),
    start('sequence', { everyMs: 200, quietMs: QUIET_EVERY_MS }, async () => sequenceAndCarry(deps)),
    start('webhooks', MINUTE_MS, async () => {
      const before = new Date(clock.now().getTime() - WEBHOOK_RETENTION_MS)
      return (await forgetOldWebhooks(pool, before, MAX_WEBHOOKS_DELETED_PER_ROUND)) > 0
    }),
    start('claims', MINUTE_MS, async () => (await deleteOldClaims(pool, clock.now())) > 0),
    start('overdue', 20 * SECOND_MS, async () => (await keepOverdueCases(pool, clock.now())) > 0),
    start('cases', MINUTE_MS, async () => (await closeOutlivedCases(pool, clock.now())) > 0),
    start('reminders', MINUTE_MS, async () => {
      await remindCaseOwners(pool, clock.now())
      return false
    }),
    ...startHintLoops(deps, start),
    startReconciling(deps, start),
    start('deposits', 10 * SECOND_MS, async () => openCursors({ pool, clock, watched: deps.deposits })),
    start('moves', 10 * SECOND_MS, async () => (await settleTokenMoves(pool, clock.now())) > 0),
    start('runways', MINUTE_MS, async () => {
      await noteRunways(pool, deps.floatRunwayMs, clock.now())
      return false
    }),
    // It reads a week of transactions.
    start('margins', 60 * MINUTE_MS, async () => {
      await noteLosingPlans(pool, clock.now())
      return false
    }),
    ...startSweeps(deps, start),
    start('seal', { everyMs: SECOND_MS, quietMs: 3 * SECOND_MS }, async () => {
      const seal = await sealNextBatch({ pool: sealerPool, clock })
      if (seal === undefined) return false
      await exportHead(sealHeadFile, seal)
      return isLargeSeal(seal) || 'some'
    }),
    start('rates', rates.everyMs, async () => {
      const report = await refreshRates({ pool, clock, ...rates })
      if (report !== undefined && report.failures.length + report.held.length > 0)
        logger.warn(report, 'some rates are not current; see docs/runbooks/rates-stale.md')
      return false
    }),
  ]
}

/**
 * Repeats `round` until stopped: at once while it returns true, otherwise after a pause with a small random spread, so that many processes
 * do not call at the same time. A failure is reported and retried.
 */
function repeat(
  round: Round,
  { everyMs, quietMs = everyMs }: Pace,
  onError: (error: unknown) => void,
): WorkerLoop {
  const stopping = new AbortController()
  const loop = async (): Promise<void> => {
    let workedAt = performance.now()
    while (!stopping.signal.aborted) {
      const found = await round().catch((error: unknown) => {
        onError(error)
        return false
      })
      if (found !== false) workedAt = performance.now()
      if (found === true) continue
      const pauseMs = performance.now() - workedAt > QUIET_AFTER_MS ? quietMs : everyMs
      const spreadMs = pauseMs * (0.9 + Math.random() * 0.2)
      await sleep(spreadMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = loop()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/**
 * Nudges every object that is due and has no outstanding nudge. Its nudge was lost, its wait was too long for a timer, or the engine lost
 * its disk. Returns the number of nudges.
 */
export async function sweepDue(
  deps: Readonly<{ pool: Pool; clock: Clock; nudge: NudgeEngine }>,
): Promise<number> {
  const nudges = await claimDueNudges(deps.pool, deps.clock.now(), MAX_NUDGES_PER_ROUND)
  await sendNudges(nudges, deps.nudge)
  return nudges.length
}

/**
 * Assigns positions to events and nudges the endpoints that subscribe to them at once. Events that come meanwhile are placed together after
 * the pause: a call for each few events cost more than all other work of a buy in the database.
 */
async function sequenceAndCarry({ pool, clock, nudge }: WorkerDeps): Promise<boolean | 'some'> {
  const placed = await sequenceEvents(pool, EVENTS_A_ROUND)
  if (placed === 0) return false
  await sendNudges(await claimWebhookNudges(pool, clock.now(), MAX_NUDGES_PER_ROUND), nudge)
  return placed >= EVENTS_A_ROUND || 'some'
}

/**
 * Starts one loop per vendor that reads notifications without an account. A vendor that hangs delays no other one. All loops share one
 * question to the database, because most of the time no vendor has such notifications.
 */
function startHintLoops(deps: WorkerDeps, start: StartLoop): WorkerLoop[] {
  const { pool, clock, nudge, banks } = deps
  const reading = createCreditDeps(deps)
  const pace = { everyMs: HINTS_EVERY_MS, quietMs: QUIET_EVERY_MS }
  const listDue = shareQuestion(pace, async () => listStrayVendors(pool, clock.now()))
  const read = async (of: { mode: Mode; vendor: string }): Promise<boolean | 'some'> => {
    if (!(await listDue()).has(`${of.mode}:${of.vendor}`)) return false
    const { hasMore, accountIds } = await readStrayHints(reading, of)
    for (const accountId of accountIds) {
      const claimed = await claimNudge(pool, accountId, clock.now())
      if (claimed !== undefined) await nudge(claimed)
    }
    return hasMore || 'some'
  }
  return (['live', 'test'] as const).flatMap((mode) =>
    [...banks.feeds[mode].keys()].map((vendor) => start('hints', pace, async () => read({ mode, vendor }))),
  )
}

/** Returns a function that calls `ask` about once in each pause, and gives all its callers the same answer. */
function shareQuestion<Found extends Readonly<{ size: number }>>(
  { everyMs, quietMs }: Required<Pace>,
  ask: () => Promise<Found>,
): () => Promise<Found> {
  let last: Readonly<{ at: number; answer: Promise<Found> }> | undefined
  let foundAt = performance.now()
  const note = async (): Promise<Found> => {
    const answer = await ask()
    if (answer.size > 0) foundAt = performance.now()
    return answer
  }
  return async () => {
    const now = performance.now()
    const pauseMs = now - foundAt > QUIET_AFTER_MS ? quietMs : everyMs
    if (last === undefined || now - last.at >= pauseMs * 0.8) last = { at: now, answer: note() }
    return last.answer
  }
}

/** Compares the ledger with the outside records. Only one worker does this at a time. */
function startReconciling(deps: WorkerDeps, start: StartLoop): WorkerLoop {
  const { pool, sealerPool, clock, deposits, payer, vaults, logger } = deps
  const given = { ...reconcileSettings, ...deps.reconciling }
  const settings = { ...given, idleEveryMs: Math.min(given.idleEveryMs, 2.75 * given.everyMs) }
  const onNotice = (scope: string, words: string): void =>
    logger.warn(
      { scope, words },
      'the books differ from the outside records; see docs/runbooks/reconciliation-differs.md',
    )
  const onFailure = (part: string, error: unknown): void =>
    logger.warn({ part, err: error }, 'a comparison failed; retrying')
  const reconciling = { pool, sealerPool, clock, deposits, payer, vaults, settings, onNotice, onFailure }
  return start('reconcile', settings.everyMs, async () => {
    await hastenAwaitedComparing(pool, clock.now())
    await reconcile(reconciling)
    return false
  })
}

/** Sweeps tokens that arrived, automatically. */
function startSweeps({ pool, clock, sweeps, logger }: WorkerDeps, start: StartLoop): WorkerLoop[] {
  if (sweeps === undefined || sweeps.chains.length === 0) return []
  const onNotice = (network: string, words: string): void =>
    logger.warn({ network, words }, 'sweeps need operator attention; see docs/internals/treasury.md')
  const deps = { ...sweeps, pool, clock, onNotice }
  return [
    start('sweeps', { everyMs: 5 * SECOND_MS, quietMs: 20 * SECOND_MS }, async () => sweepNetworks(deps)),
    // A seller sends as soon as the address is known, so its account must open quickly.
    ...(sweeps.chains.some(({ opening }) => opening !== undefined)
      ? [start('sweeps', { everyMs: SECOND_MS / 2, quietMs: QUIET_EVERY_MS }, async () => openAccounts(deps))]
      : []),
  ]
}
