import type { Rate } from './side.ts'
import { median, spread } from './statistics.ts'

export type Round = Readonly<{ ours: Rate; bare: Rate }>

/**
 * Both ratios are the median of the rounds' own ratios, because a slow phase of the machine slows both sides of a round. Higher is better.
 */
export type Comparison = Readonly<{
  ratio: number
  /** CPU per item of the bare side, divided by that of our side, over all processes of a side. */
  cpuRatio: number
  /** The same for `cpuMicros` alone, which is PostgreSQL in most benches. */
  postgresRatio: number
  spread: number
  /** The CPU ratio of every round. */
  cpuRatios: readonly number[]
  ours: number
  bare: number
  /** Median CPU time per item. */
  oursCpuMicros: number
  bareCpuMicros: number
  /** Median CPU time per item of all processes of a side. */
  oursTotalCpuMicros: number
  bareTotalCpuMicros: number
  /** The number of items in the smallest round of either side. */
  fewest: number
  /** Medians of the further figures of each side. */
  more: Readonly<{ ours: Readonly<Record<string, number>>; bare: Readonly<Record<string, number>> }>
}>

/** The first figures in the last line of every bench. */
export type LeadingFigures = Readonly<Record<'ratio' | 'cpu_ratio' | 'spread' | 'ours' | 'bare', string>>

export function compareRounds(rounds: readonly Round[]): Comparison {
  const ratios = rounds.map(rateRatio)
  return {
    ratio: median(ratios),
    cpuRatio: median(rounds.map(cpuRatio)),
    postgresRatio: median(rounds.map(({ ours, bare }) => bare.cpuMicros / ours.cpuMicros)),
    spread: spread(ratios),
    cpuRatios: rounds.map(cpuRatio),
    ours: median(rounds.map(({ ours }) => ours.perSecond)),
    bare: median(rounds.map(({ bare }) => bare.perSecond)),
    oursCpuMicros: median(rounds.map(({ ours }) => ours.cpuMicros)),
    bareCpuMicros: median(rounds.map(({ bare }) => bare.cpuMicros)),
    oursTotalCpuMicros: median(rounds.map(({ ours }) => totalCpu(ours))),
    bareTotalCpuMicros: median(rounds.map(({ bare }) => totalCpu(bare))),
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
