import { setTimeout as sleep } from 'node:timers/promises'
import { FEWEST } from './judge.ts'
import type { Rate } from './side.ts'
import type { TestBed } from './test-bed.ts'

const MOST_TRIES = 3

/**
 * A machine that its neighbours stop for seconds says nothing about either side: a round in which too little was done is measured again,
 * and that is said. The last try stands, whatever it came to.
 */
export async function retryStalledRound(
  bed: TestBed,
  name: string,
  measure: () => Promise<Rate | undefined>,
): Promise<Rate> {
  for (let tries = 1; tries < MOST_TRIES; tries += 1) {
    const rate = await measure()
    if (rate !== undefined && rate.count >= FEWEST) return rate
    bed.say(`  ${name}: only ${rate?.count ?? 0} in this round, the machine stood still; measured again`)
    await sleep(5_000)
  }
  const rate = await measure()
  if (rate === undefined) throw new Error(`${name}: nothing was done, ${MOST_TRIES} times`)
  return rate
}
