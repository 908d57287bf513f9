import { sendNudges } from '../../flows/advance/send-nudges.ts'
import { readStrayHints } from '../../flows/credits/read-hints.ts'
import { openCursors } from '../../flows/deposits/advance-deposits.ts'
import { refreshRates } from '../../flows/rates/refresh-rates.ts'
import { openAccounts } from '../../flows/sweeps/open-accounts.ts'
import { sweepNetworks } from '../../flows/sweeps/sweep-networks.ts'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { listStrayVendors } from '../../movements/feeds/feed-hint-store.ts'
import { noteRunways } from '../../movements/treasury/float-store.ts'
import { settleTokenMoves } from '../../movements/treasury/move-store.ts'
import { closeOutlivedCases, keepOverdueCases, remindCaseOwners } from '../../records/cases/case-store.ts'
import { noteLosingPlans } from '../../records/fees/margin-store.ts'
import { exportHead, isLargeSeal, sealNextBatch } from '../../records/ledger/seals/seal-rows.ts'
import { deleteOldClaims } from '../../records/transactions/accepting/expected-payment-store.ts'
import { countServiceLevels, sequenceEvents } from '../../records/transactions/feed/feed-store.ts'
import { claimDueNudges, claimEventNudges, claimNudge } from '../../records/transactions/wake-store.ts'
import { forgetOldWebhooks } from '../../records/webhooks/webhook-round-store.ts'
import type { NudgeEngine } from './nudge-engine.ts'
import { type Loop, type Pace, QUIET_AFTER_MS, type Round, repeat } from './repeat-rounds.ts'
import { createCreditDeps, type WorkerDeps } from './worker-deps.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS
const HINTS_EVERY_MS = 250
const QUIET_EVERY_MS = SECOND_MS
const MAX_NUDGES_PER_ROUND = 500
const EVENTS_A_ROUND = 1_000
const WEBHOOK_RETENTION_MS = 30 * DAY_MS
const MAX_WEBHOOKS_DELETED_PER_ROUND = 1_000

type StartLoop = (name: string, pace: number | Pace, round: Round) => Loop

/**
 * Starts everything that a worker does in addition to driving transactions. Several workers may run these loops. Each loop has its own
 * lock, so that they take turns.
 */
export function startWorkerLoops(deps: WorkerDeps): Loop[] {
  const { pool, sealerPool, sealHeadFile, rates, clock, logger, metrics } = deps
  const start: StartLoop = (loop, pace, round) =>
    repeat(
      async () => metrics.measure('loop', loop, round),
      typeof pace === 'number' ? { everyMs: pace } : pace,
      (error) => logger.error({ loop, err: error }, 'loop failed; retrying'),
    )
  return [
    start('sweep', SECOND_MS, async () => (await sweepDue(deps)) > 0),
    start('sequence', { everyMs: 200, quietMs: QUIET_EVERY_MS }, async () => sequenceAndCarry(deps)),
    start('service-levels', 10 * SECOND_MS, async () => {
      return (await countServiceLevels(pool, clock.now(), EVENTS_A_ROUND)) >= EVENTS_A_ROUND
    }),
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
 * Nudges every object that is due and has no outstanding nudge. Its nudge was lost, its wait was too long for a timer, or the engine lost
 * its disk. Returns the number of nudges.
 */
export async function sweepDue(
  deps: Readonly<{ pool: Pool; clock: Clock; nudge: NudgeEngine }>,
): Promise<number> {
  // Endpoints come first, because their claim says which of them may share a call.
  const endpoints = await claimEventNudges(deps.pool, deps.clock.now(), MAX_NUDGES_PER_ROUND)
  const others = await claimDueNudges(deps.pool, deps.clock.now(), MAX_NUDGES_PER_ROUND)
  const nudges = [...endpoints, ...others]
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
  await sendNudges(await claimEventNudges(pool, clock.now(), MAX_NUDGES_PER_ROUND), nudge)
  return placed >= EVENTS_A_ROUND || 'some'
}

/**
 * Starts one loop per vendor that reads notifications without an account. A vendor that hangs delays no other one. All loops share one
 * question to the database, because most of the time no vendor has such notifications.
 */
function startHintLoops(deps: WorkerDeps, start: StartLoop): Loop[] {
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

/** Sweeps tokens that arrived, automatically. */
function startSweeps({ pool, clock, sweeps, logger }: WorkerDeps, start: StartLoop): Loop[] {
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
