import { randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readHeads } from '@afara/server/records/ledger/seals/seal-rows.ts'
import { findPostgresHome, removePostgresHome } from '@afara/stack/postgres/postgres-files.ts'
import { startPostgres } from '@afara/stack/postgres/postgres-server.ts'
import { createTemporaryRun, type TemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { createRandom } from '../fuzz/random.ts'
import { runLoad } from '../hour/run-load.ts'
import { raiseLiveStack } from '../live-stack.ts'
import type { Progress } from '../progress.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { type Archiving, restoreArchive, startArchiving } from './archive-process.ts'
import { startBeats } from './beats.ts'
import { judgePoint, type Known, type Point, type Verdict } from './judge-point.ts'

const RATE = 5
const RPO_SECONDS = 5
// Half of the points lose the machine, and half go back to a time that everything is promised of.
const CRASH_EVERY = 4
const LEAST_BUYS_PER_POINT = 3

/**
 * Customers buy while the WAL is archived. At random moments the archive is kept as it is, as if the database's machine were lost, and
 * sometimes the archiving process is killed. Each kept archive is restored with the operator's command, to its end or to a random time,
 * and the restored database is judged.
 */
export const backupProof: Proof = {
  name: 'backup',
  sentence:
    'The database of any moment under load is restored from the encrypted archive, complete, exact and sound.',
  sizes: {
    points: { full: 20, short: 3 },
    'seconds-between': { full: 8, short: 6 },
    seed: { full: randomInt(1, 1_000_000), short: randomInt(1, 1_000_000) },
  },
  run: prove,
}

async function prove({ size, progress }: ProofInput): Promise<Outcome> {
  const run = await createTemporaryRun()
  try {
    const { points, known, kills } = await loseMachines(run, size, progress)
    const verdicts: Array<Verdict | string> = []
    const restoredMs: number[] = []
    for (const [number, point] of points.entries()) {
      const began = performance.now()
      const verdict = await restorePoint(run, point, known, number)
      restoredMs.push(performance.now() - began)
      verdicts.push(verdict)
      const words =
        typeof verdict === 'string'
          ? verdict
          : `${verdict.rows} sealed rows, ${verdict.checks} checks, ${verdict.problems.length} problems`
      progress.say(`${number + 1} of ${points.length}, ${point.to ? 'to a time' : 'to the end'}: ${words}`)
    }
    return judge(points, verdicts, { known, kills, seed: size('seed'), restoredMs })
  } finally {
    run.remove()
  }
}

/** Runs the load and keeps the archive of each random moment. */
async function loseMachines(run: TemporaryRun, size: ProofInput['size'], progress: Progress) {
  const random = createRandom(size('seed'), 1)
  const gapMs = size('seconds-between') * 1000
  const stack = await raiseLiveStack({}, { bank: {}, delivery: {} })
  let archiving: Archiving | undefined
  try {
    archiving = await startArchiving(run, stack.databaseUrl('postgres'))
    const beats = await startBeats(stack.databaseUrl('postgres'))
    const began = Date.now()
    const load = runLoad(stack, RATE, Math.ceil((size('points') + 1) * (gapMs / 1000)))
    const points: Point[] = []
    let kills = 0
    for (let number = 1; number <= size('points'); number += 1) {
      await sleep(random.between(gapMs / 2, gapMs * 1.5))
      const isKilled = number % CRASH_EVERY === 2
      const at = Date.now()
      const archive = await archiving.copy(`lost-${number}`)
      // Everything from five seconds ago must be there.
      const latest = at - RPO_SECONDS * 1000
      const to = number % 2 === 0 && latest > began ? new Date(random.between(began, latest)) : undefined
      points.push({ at, archive, to })
      if (isKilled) {
        await archiving.crash()
        kills += 1
      }
      progress.say(`${number}: the archive of ${((at - began) / 1000).toFixed(1)} s is kept`)
    }
    await load.ended
    await beats.stop()
    const heads = await readHeads(stack.environment.SEAL_HEAD_FILE ?? '')
    const known: Known = { beats: beats.written, accepted: load.paidAt, heads }
    return { points, known, kills }
  } finally {
    await archiving?.stop()
    await stack.stop()
  }
}

/** Returns the verdict, or why nothing could be judged. */
async function restorePoint(
  run: TemporaryRun,
  point: Point,
  known: Known,
  number: number,
): Promise<Verdict | string> {
  const directory = join(run.directory, `restored-${number}`)
  const data = join(findPostgresHome(directory), 'data')
  try {
    await restoreArchive(run, point.archive, { data, to: point.to })
    const server = await startPostgres({ directory, durable: true, onSpawn: run.onSpawn })
    try {
      return await judgePoint(server.url('afara_owner', 'afara'), point, known)
    } finally {
      await server.stop()
    }
  } catch (error) {
    return (error as Error & { stderr?: string }).stderr?.trim() || (error as Error).message
  } finally {
    removePostgresHome(directory)
    await rm(point.archive, { recursive: true, force: true })
  }
}

function judge(
  points: readonly Point[],
  verdicts: ReadonlyArray<Verdict | string>,
  {
    known,
    kills,
    seed,
    restoredMs,
  }: Readonly<{ known: Known; kills: number; seed: number; restoredMs: readonly number[] }>,
): Outcome {
  const restored = verdicts.filter((verdict) => typeof verdict !== 'string')
  const sound = restored.filter(({ problems }) => problems.length === 0)
  const rpo = Math.max(0, ...restored.map(({ lostSeconds }) => lostSeconds))
  const buys = known.accepted.size
  return {
    figures: {
      points: points.length,
      buys,
      kills,
      restored: restored.length,
      invariants: sound.length,
      rpo_s: rpo.toFixed(1),
      rto_s: (Math.max(...restoredMs) / 1000).toFixed(1),
      seed,
    },
    shortfalls: [
      ...verdicts.flatMap((verdict, number) => {
        const words = typeof verdict === 'string' ? [verdict] : verdict.problems
        return words.map((problem) => `point ${number + 1}: ${problem}`)
      }),
      ...(rpo > RPO_SECONDS ? [`commits of ${rpo.toFixed(1)} seconds were lost`] : []),
      ...(buys < points.length * LEAST_BUYS_PER_POINT ? [`only ${buys} buys were made`] : []),
    ],
  }
}
