import { sealEverything } from '../seal-everything.ts'
import type { Command } from './command.ts'
import { requireWholeChain } from './compare-books.ts'
import { Disagreement } from './disagreement.ts'
import type { Model } from './model.ts'
import { runSequence } from './run-sequence.ts'
import type { Subject } from './subject.ts'
import type { Tally } from './tally.ts'

/** A failure, and the seed that reproduces it. */
export type Failure = Readonly<{ seed: number; where: string; detector: string; detail: string }>

/**
 * Runs sequences one after another in one database, then seals the remaining rows and verifies the whole chain. Stops at the first failure,
 * because the ledger no longer matches the model.
 */
export async function runGroup(
  subject: Subject,
  tally: Tally,
  seeds: readonly number[],
  commands: number,
  onSequence: () => void = () => {},
): Promise<Failure | undefined> {
  let opening: ReadonlyMap<string, bigint> = new Map()
  let seed = seeds[0] ?? 0
  let where = 'the start'
  const onCommand = (index: number, command: Command) => {
    where = `command ${index + 1}, ${describe(command)}`
  }
  try {
    for (seed of seeds) {
      const model = await runSequence({ subject, tally, opening, seed, commands, onCommand })
      opening = brought(opening, model)
      onSequence()
    }
    where = 'the chain of seals'
    await sealEverything(subject.as.afara_owner, async () => subject.seal())
    await requireWholeChain(subject)
    return undefined
  } catch (error) {
    const detector = error instanceof Disagreement ? error.detector : 'error'
    return { seed, where, detector, detail: error instanceof Error ? error.message : String(error) }
  }
}

function brought(opening: ReadonlyMap<string, bigint>, model: Model): Map<string, bigint> {
  const sums = new Map(opening)
  for (const [name, { minor }] of model.holdings) sums.set(name, (sums.get(name) ?? 0n) + minor)
  return sums
}

function describe(command: Command): string {
  return Object.values(command).map(String).join(' ')
}
