import { setTimeout as sleep } from 'node:timers/promises'
import { FEWEST } from './judge.ts'
import type { Load, Rate } from './side.ts'
import type { TestBed } from './test-bed.ts'

const MOST_TRIES = 5

/**
 * Measures a round again, each time for twice as long, while it has too few items. A machine that other tenants stop for seconds says
 * nothing about either side. The last try counts, whatever its result. `measure` returns undefined if nothing was done at all.
 */
export async function retryStalledRound(
  bed: TestBed,
  name: string,
  load: Load,
  measure: (load: Load) => Promise<Rate | undefined>,
  fewest = FEWEST,
): Promise<Rate> {
  let seconds = load.seconds
  for (let tries = 1; tries < MOST_TRIES; tries += 1) {
    const rate = await measure({ ...load, seconds })
    if (rate !== undefined && rate.count >= fewest) return rate
    seconds *= 2
    bed.say(`  ${name}: this round has only ${rate?.count ?? 0} items; measuring again for ${seconds} s`)
    await sleep(5_000)
  }
  const rate = await measure({ ...load, seconds })
  if (rate === undefined) throw new Error(`${name}: no item was completed in ${MOST_TRIES} rounds`)
  return rate
}
