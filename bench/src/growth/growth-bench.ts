import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { Bench, Outcome, Plan } from '../bench.ts'
import { compareRates } from '../compare-rates.ts'
import { type Comparison, leadingFigures } from '../comparison.ts'
import { judge } from '../judge.ts'
import type { TestBed } from '../test-bed.ts'
import { raiseGrownStack } from './grown-stack.ts'
import { drawGrowth } from './growth-figure.ts'

const TARGET = 0.9
const SMALL = { full: 10_000, short: 1_000 }
const FULL_SIZE = 1_000_000
const SIZES = [100_000, FULL_SIZE]
const RATE = 40
const FIGURE = resolve(import.meta.dirname, '../../../docs/images/growth.svg')

/**
 * Settles buys at a steady rate on two whole stacks in turn: one holds 10,000 completed transactions, the other up to a million. All checks
 * run on both. At a fixed rate only the cost can grow, so the ratio of the CPU is judged.
 */
export const growthBench: Bench = {
  summary: 'what a buy costs among a million earlier transactions, compared with 10,000',
  full: { rounds: 3, seconds: 30, clients: 1, rate: RATE, transactions: FULL_SIZE },
  short: { rounds: 1, seconds: 6, clients: 1, rate: 10, transactions: 2_000 },
  run,
}

async function run(bed: TestBed, plan: Plan, isShort: boolean): Promise<Outcome> {
  const { transactions = FULL_SIZE, rate = RATE } = plan
  const points: Array<Comparison & { size: number }> = []
  const small = await raiseGrownStack(isShort ? SMALL.short : SMALL.full, rate, bed.say)
  try {
    for (const size of [...SIZES.filter((size) => size < transactions), transactions]) {
      const startedAt = performance.now()
      const large = await raiseGrownStack(size, rate, bed.say)
      try {
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
        bed.say(`${size.toLocaleString('en')} transactions, written and sealed in ${seconds} s`)
        points.push({ size, ...(await compareRates(bed, plan, { ours: large.side, bare: small.side })) })
        await large.requireSound()
      } finally {
        await large.stop()
      }
    }
    await small.requireSound()
  } finally {
    await small.stop()
  }
  if (!isShort) writeFigure(bed, drawGrowth(points, TARGET))

  const last = points.at(-1) as Comparison
  const ms = (micros: number) => (micros / 1000).toFixed(2)
  return {
    figures: {
      ...leadingFigures(last, 1),
      postgres_ratio: last.postgresRatio.toFixed(3),
      own_ms: ms(last.oursTotalCpuMicros),
      small_own_ms: ms(last.bareTotalCpuMicros),
      postgres_ms: ms(last.oursCpuMicros),
      small_postgres_ms: ms(last.bareCpuMicros),
      ...Object.fromEntries(points.map(({ size, cpuRatio }) => [`at_${size}`, cpuRatio.toFixed(3)])),
      transactions: String(transactions),
      rate: String(rate),
      rounds: String(plan.rounds),
      seconds: String(plan.seconds),
    },
    shortfalls: isShort ? [] : judge(`${transactions} transactions`, last, { cpuRatio: TARGET }),
  }
}

function writeFigure(bed: TestBed, svg: string): void {
  mkdirSync(dirname(FIGURE), { recursive: true })
  writeFileSync(FIGURE, svg)
  bed.say(`  wrote the figure ${relative(process.cwd(), FIGURE)}`)
}
