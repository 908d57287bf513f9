import { loadavg } from 'node:os'
import type { Plan } from './bench.ts'
import type { Rate, Side } from './side.ts'
import { median, spread } from './statistics.ts'
import type { TestBed } from './test-bed.ts'

/** `ratio` is the median of the rounds' own ratios: what slows the machine for minutes slows both sides of a round. */
export type Comparison = Readonly<{
  ratio: number
  spread: number
  ratios: readonly number[]
  ours: number
  bare: number
  /** CPU time for one, at the median. */
  oursCpuMicros: number
  bareCpuMicros: number
  /** How many were done in the poorest round of either side. */
  fewest: number
  /** What else each side told, at the median. */
  more: Readonly<{ ours: Readonly<Record<string, number>>; bare: Readonly<Record<string, number>> }>
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
    more: { ours: medians(rounds.map(({ ours }) => ours)), bare: medians(rounds.map(({ bare }) => bare)) },
  }
}

function medians(rates: readonly Rate[]): Record<string, number> {
  const names = Object.keys(rates[0]?.more ?? {})
  return Object.fromEntries(names.map((name) => [name, median(rates.map(({ more }) => more?.[name] ?? 0))]))
}

async function measureRound(bed: TestBed, plan: Plan, sides: Sides, round: number): Promise<Round> {
  if (round % 2 === 1) {
    const ours = await sides.ours.measure(bed, plan)
    return { ours, bare: await sides.bare.measure(bed, plan) }
  }
  const bare = await sides.bare.measure(bed, plan)
  return { bare, ours: await sides.ours.measure(bed, plan) }
}
