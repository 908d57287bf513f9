import { sendNudges } from '../../flows/advance/send-nudges.ts'
import { openCursors } from '../../flows/deposits/open-cursors.ts'
import { refreshRates } from '../../flows/rates/refresh-rates.ts'
import { openAccounts } from '../../flows/sweeps/open-accounts.ts'
import { sweepNetworks } from '../../flows/sweeps/sweep-networks.ts'
import { noteRunways } from '../../movements/treasury/float-store.ts'
import { settleTokenMoves } from '../../movements/treasury/move-store.ts'
import { closeOutlivedCases } from '../../records/cases/close-outlived-cases.ts'
import { exportHead } from '../../records/ledger/seal-head.ts'
import { sealNextBatch } from '../../records/ledger/seal-rows.ts'
import { sequenceEvents } from '../../records/transactions/sequence-events.ts'
import { sweepClaims } from '../../records/transactions/sweep-claims.ts'
import { claimWebhookNudges } from '../../records/transactions/wake-store.ts'
import { forgetOldWebhooks } from '../../records/webhooks/webhook-round-store.ts'
import { startHintLoops } from './hint-loops.ts'
import { startReconciling } from './reconcile-loop.ts'
import { type Repeating, repeat } from './repeat.ts'
import { sweepDue } from './sweep-due.ts'
import type { WorkerDeps } from './worker-deps.ts'

const HALF_A_SECOND_MS = 500
const EVERY_SECOND_MS = 1_000
const FEED_EVERY_MS = 200
const EVERY_FIVE_SECONDS_MS = 5_000
const EVERY_TEN_SECONDS_MS = 10_000
const EVERY_MINUTE_MS = 60_000
const MOST_NUDGES = 500
const KEPT_DAYS = 30
const FORGOTTEN_AT_ONCE = 1_000

/** What a worker does beside driving transactions. Several workers may run them: each takes turns by a lock of its own. */
export function startWorkerLoops(deps: WorkerDeps): Repeating[] {
  const { pool, sealerPool, sealHeadFile, rates, clock, logger } = deps
  const failed = (loop: string) => (error: unknown) =>
    logger.error({ loop, err: error }, 'a loop failed and will try again')
  return [
    repeat(async () => (await sweepDue(deps)) > 0, EVERY_SECOND_MS, failed('sweep')),
    repeat(async () => sequenceAndCarry(deps), FEED_EVERY_MS, failed('sequence')),
    repeat(
      async () => (await forgetOldWebhooks(pool, daysAgo(clock, KEPT_DAYS), FORGOTTEN_AT_ONCE)) > 0,
      EVERY_MINUTE_MS,
      failed('webhooks'),
    ),
    repeat(async () => (await sweepClaims(pool, clock.now())) > 0, EVERY_MINUTE_MS, failed('claims')),
    repeat(async () => (await closeOutlivedCases(pool, clock.now())) > 0, EVERY_MINUTE_MS, failed('cases')),
    ...startHintLoops(deps, failed('hints')),
    startReconciling(deps, failed('reconcile')),
    repeat(
      async () => openCursors({ pool, clock, watched: deps.deposits }),
      EVERY_TEN_SECONDS_MS,
      failed('deposits'),
    ),
    repeat(
      async () => (await settleTokenMoves(pool, clock.now())) > 0,
      EVERY_TEN_SECONDS_MS,
      failed('moves'),
    ),
    repeat(
      async () => {
        await noteRunways(pool, deps.floatRunwayMs, clock.now())
        return false
      },
      EVERY_MINUTE_MS,
      failed('runways'),
    ),
    ...startSweeps(deps, failed('sweeps')),
    repeat(
      async () => {
        const seal = await sealNextBatch({ pool: sealerPool, clock })
        if (seal !== undefined) await exportHead(sealHeadFile, seal)
        return seal !== undefined
      },
      EVERY_SECOND_MS,
      failed('seal'),
    ),
    repeat(
      async () => {
        const report = await refreshRates({ pool, clock, ...rates })
        if (report !== undefined && report.failures.length + report.held.length > 0)
          logger.warn(report, 'some rates are not current; see docs/runbooks/rates-stale.md')
        return false
      },
      rates.everyMs,
      failed('rates'),
    ),
  ]
}

/** Events get their places, and the endpoints that want them are nudged at once. */
async function sequenceAndCarry({ pool, clock, nudge }: WorkerDeps): Promise<boolean> {
  const placed = await sequenceEvents(pool)
  if (placed > 0) await sendNudges(await claimWebhookNudges(pool, clock.now(), MOST_NUDGES), nudge)
  return placed > 0
}

function daysAgo(clock: WorkerDeps['clock'], days: number): Date {
  return new Date(clock.now().getTime() - days * 24 * 60 * EVERY_MINUTE_MS)
}

/** Tokens that arrived come home by themselves. */
function startSweeps(
  { pool, clock, sweeps, logger }: WorkerDeps,
  onError: (error: unknown) => void,
): Repeating[] {
  if (sweeps === undefined || sweeps.chains.length === 0) return []
  const onNotice = (network: string, words: string): void =>
    logger.warn({ network, words }, 'something about sweeps may need people; see docs/reference/treasury.md')
  const deps = { ...sweeps, pool, clock, onNotice }
  return [
    repeat(async () => sweepNetworks(deps), EVERY_FIVE_SECONDS_MS, onError),
    // Whoever sells sends as soon as they are told where to.
    ...(sweeps.chains.some(({ opening }) => opening !== undefined)
      ? [repeat(async () => openAccounts(deps), HALF_A_SECOND_MS, onError)]
      : []),
  ]
}
