import { createPool, type Sql } from '@afara/server/kernel/postgres/pool.ts'
import { type PlantedResult, plantBugs } from '../plant-bugs.ts'
import type { Progress } from '../progress.ts'
import type { ProofDatabase, ProofPostgres } from '../proof-postgres.ts'
import { balanceBugs } from './bugs/balance-bugs.ts'
import type { Bug } from './bugs/bug.ts'
import { postingBugs } from './bugs/posting-bugs.ts'
import { reversalBugs } from './bugs/reversal-bugs.ts'
import { sealBugs } from './bugs/seal-bugs.ts'
import { wallBugs } from './bugs/wall-bugs.ts'
import { type Failure, runGroup } from './run-group.ts'
import { openSubject } from './subject.ts'
import { createTally } from './tally.ts'

// A bug that is not noticed in this many groups counts as not caught.
const GROUPS = 12
const SEQUENCES_A_GROUP = 3

export type BankOptions = Readonly<{
  seed: number
  commands: number
  /** How many of the bugs are planted. The seed draws them. */
  bugs: number
  lanes: number
  progress: Progress
}>

const noBug: Bug = { name: 'no bug at all', plant: async () => {} }

/** Plants each drawn bug in its own database, where the same commands must find it. Without a bug they must find nothing. */
export async function runBugBank(postgres: ProofPostgres, options: BankOptions): Promise<PlantedResult> {
  const bugs = draw([...postingBugs, ...balanceBugs, ...reversalBugs, ...wallBugs, ...sealBugs], options)
  let groupsNeeded = 0
  const result = await plantBugs(bugs, options, async (bug) => {
    const { failure, groups } = await hunt(postgres, bug, GROUPS, options)
    groupsNeeded = Math.max(groupsNeeded, groups)
    return failure?.detector
  })
  const { failure } = await hunt(postgres, noBug, groupsNeeded, options)
  if (failure === undefined) return result
  const alarm = `${failure.detector} reported a problem although no bug was introduced: ${failure.detail}`
  return { ...result, shortfalls: [...result.shortfalls, alarm] }
}

/** Takes every n-th bug, so that each kind is drawn, from a place that the seed gives. */
function draw(all: readonly Bug[], { bugs, seed }: BankOptions): readonly Bug[] {
  const every = Math.max(1, Math.floor(all.length / bugs))
  return all.filter((_, place) => (place + seed) % every === 0)
}

/** Runs at most `most` groups of sequences until one fails. */
async function hunt(
  postgres: ProofPostgres,
  bug: Bug,
  most: number,
  { seed, commands }: BankOptions,
): Promise<{ failure: Failure | undefined; groups: number }> {
  for (let groups = 1; groups <= most; groups += 1) {
    const first = seed + (groups - 1) * SEQUENCES_A_GROUP
    const seeds = Array.from({ length: SEQUENCES_A_GROUP }, (_, index) => first + index)
    const database = await postgres.createDatabase()
    await asSuperuser(database, async (sql) => bug.plant(sql))
    const sealer = bug.changeSealer?.()
    const subject = openSubject(database, sealer?.change)
    const failure = await runGroup(subject, createTally(), seeds, commands)
    await subject.close()
    await database.drop()
    if (sealer?.planted() === false)
      throw new Error(
        `"${bug.name}" was not introduced: no query of the sealer contains the text that it changes`,
      )
    if (failure !== undefined) return { failure, groups }
  }
  return { failure: undefined, groups: most }
}

async function asSuperuser(database: ProofDatabase, work: (sql: Sql) => Promise<void>): Promise<void> {
  const pool = createPool(database.url('postgres'), { max: 1, applicationName: 'plant' })
  const client = await pool.connect()
  try {
    await client.query('set search_path = afara')
    await work(client)
  } finally {
    client.release()
    await pool.end()
  }
}
