import type { Rate } from './side.ts'
import { median, spread } from './statistics.ts'

export type Round = Readonly<{ ours: Rate; bare: Rate }>

/**
 * Both ratios are the median of the rounds' own ratios: what slows the machine for minutes slows both sides of a round. Both are better the
 * higher they are.
 */
export type Comparison = Readonly<{
  ratio: number
  /** CPU that the bare side spends on one, divided by the CPU that ours does, with all processes of a side. */
  cpuRatio: number
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

/** The figures that the last line of every bench begins with. */
export type LeadingFigures = Readonly<Record<'ratio' | 'cpu_ratio' | 'spread' | 'ours' | 'bare', string>>

export function compareRounds(rounds: readonly Round[]): Comparison {
  const ratios = rounds.map(rateRatio)
  return {
    ratio: median(ratios),
    cpuRatio: median(rounds.map(cpuRatio)),
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

export function rateRatio({ ours, bare }: Round): number {
  return ours.perSecond / bare.perSecond
}

export function cpuRatio({ ours, bare }: Round): number {
  return totalCpu(bare) / totalCpu(ours)
}

export function leadingFigures(comparison: Comparison, rateDigits = 0): LeadingFigures {
  return {
    ratio: comparison.ratio.toFixed(3),
    cpu_ratio: comparison.cpuRatio.toFixed(3),
    spread: comparison.spread.toFixed(3),
    ours: comparison.ours.toFixed(rateDigits),
    bare: comparison.bare.toFixed(rateDigits),
  }
}

function totalCpu({ cpuMicros, totalCpuMicros }: Rate): number {
  return totalCpuMicros ?? cpuMicros
}

function medians(rates: readonly Rate[]): Record<string, number> {
  const names = Object.keys(rates[0]?.more ?? {})
  return Object.fromEntries(names.map((name) => [name, median(rates.map(({ more }) => more?.[name] ?? 0))]))
}
