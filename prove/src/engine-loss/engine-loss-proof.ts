import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { type LiveStack, raiseLiveStack } from '../live-stack.ts'
import type { Progress } from '../progress.ts'
import type { Outcome, Proof } from '../proof.ts'
import { type DrillRecord, readDrillRecord } from './drill-record.ts'
import { startDrills } from './start-drills.ts'

const FINISHED_WITHIN_MS = 180_000

export const engineLossProof: Proof = {
  name: 'engine-loss',
  sentence:
    "After the engine's disk is deleted during a run, everything finishes from PostgreSQL, and nothing happens twice.",
  sizes: { 'in-flight': { full: 1_000, short: 200 } },
  run: async ({ size, progress }) => {
    const stack = await raiseLiveStack()
    const pool = createPool(stack.databaseUrl('afara_worker'), { max: 4, applicationName: 'proof' })
    try {
      return await loseEngineInMidRun(stack, pool, size('in-flight'), progress)
    } finally {
      await pool.end()
      await stack.stop()
    }
  },
}

async function loseEngineInMidRun(
  stack: LiveStack,
  pool: Pool,
  wanted: number,
  progress: Progress,
): Promise<Outcome> {
  // The worker is paused while Restate receives the calls, so that this many are really pending. Starts a few more than wanted, because
  // some finish before the disk is deleted.
  const count = Math.ceil(wanted * 1.3)
  stack.pauseWorker()
  const acceptingFrom = performance.now()
  const ids = await startDrills(stack, count, (started) =>
    progress.show(`${started} of ${count} drills accepted`),
  )
  const acceptedPerSecond = (ids.length * 1000) / (performance.now() - acceptingFrom)
  stack.resumeWorker()
  const before = await watch(pool, ids, ({ moved }) => moved > wanted * 0.05, progress)

  await stack.loseEngine()
  const lostAt = performance.now()
  progress.say(
    `engine and its disk deleted with ${before.unfinished} drills in flight, ${before.moved} of which had moved`,
  )
  // Drills that are accepted while Restate recovers must finish as well.
  ids.push(...(await startDrills(stack, Math.ceil(wanted / 10), () => {})))
  const after = await watch(pool, ids, ({ unfinished }) => unfinished === 0, progress)
  const recoveredSeconds = (performance.now() - lostAt) / 1000

  const { rows } = await pool.query<{ waiting: number }>(
    "select count(*)::int as waiting from wake where type = 'drill'",
  )
  const { checks, findings } = await runChecks(pool)
  const shortfalls = [
    before.unfinished < wanted &&
      `only ${before.unfinished} of ${wanted} drills were in flight when the disk was deleted`,
    before.moved === 0 && 'no drill had moved yet when the disk was deleted',
    after.unfinished > 0 && `${after.unfinished} acknowledged drills did not finish`,
    after.twice > 0 && `${after.twice} drills took a step twice`,
    rows[0]?.waiting !== 0 && `${rows[0]?.waiting} wake-ups remain`,
    ...findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`),
  ].filter((shortfall) => shortfall !== false)
  return {
    figures: {
      in_flight: before.unfinished,
      moving: before.moved,
      acknowledged: ids.length,
      accepted_per_s: acceptedPerSecond.toFixed(0),
      lost: after.unfinished,
      twice: after.twice,
      checks,
      recovered_s: recoveredSeconds.toFixed(1),
    },
    shortfalls,
  }
}

/** Polls the database until the condition holds or the time is over. */
async function watch(
  pool: Pool,
  ids: readonly string[],
  isReached: (record: DrillRecord) => boolean,
  progress: Progress,
): Promise<DrillRecord> {
  const deadline = performance.now() + FINISHED_WITHIN_MS
  for (;;) {
    const record = await readDrillRecord(pool, ids)
    progress.show(`${ids.length - record.unfinished} of ${ids.length} drills finished`)
    if (isReached(record) || performance.now() > deadline) return record
    await sleep(20)
  }
}
