import { loadavg } from 'node:os'
import type { Plan } from './bench.ts'
import { type Comparison, compareRounds, cpuRatio, type Round, rateRatio } from './comparison.ts'
import type { Side } from './side.ts'
import type { TestBed } from './test-bed.ts'

type Sides = Readonly<{ ours: Side; bare: Side }>

/**
 * Measures two sides in turn. The order alternates between rounds, so that neither side always inherits the other's unfinished work.
 * `prepare` runs before each round.
 */
export async function compareRates(
  bed: TestBed,
  plan: Plan,
  sides: Sides,
  prepare: () => Promise<void> = async () => {},
): Promise<Comparison> {
  const rounds: Round[] = []
  for (let number = 1; number <= plan.rounds; number += 1) {
    await prepare()
    const round = await measureRound(bed, plan, sides, number)
    rounds.push(round)
    const shown = (side: 'ours' | 'bare') =>
      `${sides[side].name} ${round[side].perSecond.toFixed(0)}/s ${round[side].cpuMicros.toFixed(0)} µs`
    const ratios = `ratio ${rateRatio(round).toFixed(3)}  cpu_ratio ${cpuRatio(round).toFixed(3)}`
    bed.say(
      `  ${number}/${plan.rounds}  ${shown('ours')}  ${shown('bare')}  ${ratios}  load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
  return compareRounds(rounds)
}

async function measureRound(bed: TestBed, plan: Plan, sides: Sides, number: number): Promise<Round> {
  if (number % 2 === 1) {
    const ours = await sides.ours.measure(bed, plan)
    return { ours, bare: await sides.bare.measure(bed, plan) }
  }
  const bare = await sides.bare.measure(bed, plan)
  return { bare, ours: await sides.ours.measure(bed, plan) }
}
