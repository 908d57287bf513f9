import { keepOverdueCases } from '@afara/server/records/cases/case-store.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { startProofPostgres } from '../proof-postgres.ts'
import { some, unless } from '../shortfalls.ts'
import { blockedKinds } from './blocked-kinds.ts'
import { openStage, type Stage } from './stage.ts'
import { applies, ways } from './ways.ts'

/**
 * Puts a transaction into every status that is not final, and blocks it in each possible way. The driver tries as often as in production.
 * When the time of the status is over, the sweep runs once within the next minute. A transaction that is still there must then have a case.
 * No status depends on a rate, because naira and NGNC are one to one.
 */
export const stuckProof: Proof = {
  name: 'stuck',
  sentence:
    'A transaction that stays in a status for too long gets a case within a minute, whatever the cause.',
  sizes: { behind: { full: 1_000, short: 30 } },
  run: prove,
}

type Cell = Readonly<{ status: string; way: string; isBlocked: boolean; isOwned: boolean }>

async function prove({ size, progress }: ProofInput): Promise<Outcome> {
  const postgres = await startProofPostgres({ shared_buffers: '128MB', max_wal_size: '1GB' })
  try {
    const stage = await openStage(async () => postgres.createDatabase())
    const cells: Cell[] = []
    for (const kind of blockedKinds) {
      for (const way of ways.filter((one) => applies(one, kind))) {
        const id = await kind.make(stage)
        const undo = await way.block(stage, id, kind)
        await stage.waitOut(id, kind, way.isDriven)
        const isBlocked = (await stage.statusOf(id, kind)) === kind.status
        if (isBlocked) await keepOverdueCases(stage.worldOf(kind).worker, stage.now(kind))
        stage.pass(kind, 3 * 60_000)
        const isOwned = isBlocked && !(await stage.isStuck(id, kind)) && (await stage.isAskedAbout(id, kind))
        cells.push({ status: `${kind.type} ${kind.status}`, way: way.name, isBlocked, isOwned })
        await undo()
        progress.show(`${cells.length} cells, ${kind.type} ${kind.status}, ${way.name}`)
      }
    }
    const shared = await countShared(stage, size('behind'))
    const silent = await stage.statusesWithoutTime()
    await stage.close()
    return judge(cells, shared, silent)
  } finally {
    await postgres.stop()
  }
}

/** Counts the cases of many buys behind one halted lane, and the cases that remain after all of them have moved on. */
async function countShared(stage: Stage, behind: number) {
  const { buys } = stage
  const ids = await stage.clearMany(behind)
  await stage.setLane('halted')
  buys.clock.advance(11 * 60_000)
  while ((await keepOverdueCases(buys.worker, buys.clock.now())) > 0);
  const cases = await stage.casesOf(ids)
  await stage.endMany(ids)
  await keepOverdueCases(buys.worker, buys.clock.now())
  return { behind: ids.length, cases, left: await stage.casesOf(ids) }
}

function judge(
  cells: readonly Cell[],
  shared: Readonly<{ behind: number; cases: number; left: number }>,
  silent: readonly string[],
): Outcome {
  const blocked = cells.filter(({ isBlocked }) => isBlocked)
  const stuck = blocked.filter(({ isOwned }) => !isOwned)
  const never = (name: 'status' | 'way') => {
    const seen = new Set(blocked.map((cell) => cell[name]))
    return [...new Set(cells.map((cell) => cell[name]))].filter((one) => !seen.has(one))
  }
  return {
    figures: {
      statuses: new Set(cells.map(({ status }) => status)).size,
      ways: new Set(cells.map(({ way }) => way)).size,
      blocked: blocked.length,
      went_on: cells.length - blocked.length,
      behind_one_lane: shared.behind,
      cases_for_them: shared.cases,
      past_expected_without_case: stuck.length,
    },
    shortfalls: [
      ...some(stuck.map(({ status, way }) => `${status} was blocked by ${way}, but no case was opened`)),
      ...never('status').map((status) => `${status} could not be blocked`),
      ...never('way').map((way) => `${way} blocked no transaction`),
      ...silent.map((status) => `${status} has no expected duration`),
      ...unless(
        shared.cases === 1,
        `${shared.behind} buys behind one halted lane have ${shared.cases} cases instead of one`,
      ),
      ...unless(shared.left === 0, `${shared.left} cases are still open after their buys moved on`),
    ],
  }
}
