import type { Progress } from '../progress.ts'
import type { ProofPostgres } from '../proof-postgres.ts'
import { type Failure, runGroup } from './run-group.ts'
import { openSubject } from './subject.ts'
import { createTally, type Tally } from './tally.ts'

/** Few enough that reading the whole ledger after each sequence stays cheap. */
const SEQUENCES_A_DATABASE = 20

export type RunOptions = Readonly<{
  seed: number
  commands: number
  sequences: number
  lanes: number
  progress: Progress
  /** Until this is true, up to nine times as many sequences are added: a short run may lack a rare kind of command by chance. */
  isEnough(tally: Tally): boolean
}>

/** Runs all sequences in groups, a few groups at the same time. Each group has its own database. */
export async function runSequences(
  postgres: ProofPostgres,
  { seed, commands, sequences, lanes, progress, isEnough }: RunOptions,
): Promise<{ tally: Tally; failures: Failure[]; done: number }> {
  const tally = createTally()
  const failures: Failure[] = []
  const seeds = Array.from({ length: sequences * 10 }, (_, index) => seed + index)
  const [planned, spare] = [seeds.slice(0, sequences), seeds.slice(sequences)]
  // A short run gives each lane an equal share.
  const size = Math.min(SEQUENCES_A_DATABASE, Math.ceil(sequences / lanes))
  const groups = (function* () {
    yield* chunks(planned, size)
    for (const group of chunks(spare, size)) if (!isEnough(tally)) yield group
  })()
  let done = 0
  const onSequence = () => {
    done += 1
    progress.show(
      `sequence ${done} of ${sequences}: ${tally.accepted()} accepted, ${tally.refused()} refused, ${failures.length} disagreements`,
    )
  }
  const lane = async () => {
    for (const group of groups) {
      const database = await postgres.createDatabase()
      const subject = openSubject(database)
      const failure = await runGroup(subject, tally, group, commands, onSequence)
      if (failure !== undefined) failures.push(failure)
      await subject.close()
      await database.drop()
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { tally, failures, done }
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}
