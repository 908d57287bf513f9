import { loadavg } from 'node:os'
import type { Plan } from './bench.ts'
import { measureRate, type Rate, type Side } from './measure-rate.ts'
import { median, spread } from './statistics.ts'
import type { TestBed } from './test-bed.ts'

/** `ratio` is the median of the rounds' own ratios: what slows the machine for minutes slows both sides of a round. */
export type Comparison = Readonly<{
  ratio: number
  spread: number
  ratios: readonly number[]
  ours: number
  bare: number
  /** PostgreSQL's CPU time for one commit, at the median. */
  oursCpuMicros: number
  bareCpuMicros: number
  /** Commits of the poorest round of either side. */
  fewest: number
}>

type Sides = Readonly<{ ours: Side; bare: Side }>
type Round = Readonly<{ ours: Rate; bare: Rate }>

/**
 * Measures two sides in turn. Which goes first changes from round to round, so that neither always inherits what the
 * other left to do. `prepare` runs before each round.
 */
export async function compareRates(
  bed: TestBed,
  plan: Plan,
  sides: Sides,
  prepare: () => Promise<void> = async () => {},
): Promise<Comparison> {
  const rounds: Round[] = []
  for (let round = 1; round <= plan.rounds; round += 1) {
    await prepare()
    const measured = await measureRound(bed, plan, sides, round)
    rounds.push(measured)
    const shown = (side: 'ours' | 'bare') =>
      `${sides[side].name} ${measured[side].perSecond.toFixed(0)}/s ${measured[side].cpuMicros.toFixed(0)} µs`
    const ratio = measured.ours.perSecond / measured.bare.perSecond
    bed.say(
      `  ${round}/${plan.rounds}  ${shown('ours')}  ${shown('bare')}  ratio ${ratio.toFixed(3)}  load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
  const ratios = rounds.map(({ ours, bare }) => ours.perSecond / bare.perSecond)
  return {
    ratio: median(ratios),
    spread: spread(ratios),
    ratios,
    ours: median(rounds.map(({ ours }) => ours.perSecond)),
    bare: median(rounds.map(({ bare }) => bare.perSecond)),
    oursCpuMicros: median(rounds.map(({ ours }) => ours.cpuMicros)),
    bareCpuMicros: median(rounds.map(({ bare }) => bare.cpuMicros)),
    fewest: Math.min(...rounds.flatMap(({ ours, bare }) => [ours.count, bare.count])),
  }
}

async function measureRound(bed: TestBed, plan: Plan, sides: Sides, round: number): Promise<Round> {
  if (round % 2 === 1) {
    const ours = await measureRate(bed, sides.ours, plan)
    return { ours, bare: await measureRate(bed, sides.bare, plan) }
  }
  const bare = await measureRate(bed, sides.bare, plan)
  return { bare, ours: await measureRate(bed, sides.ours, plan) }
}
