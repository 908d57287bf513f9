import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import type { Bench, Outcome, Plan } from '../bench.ts'
import { createLedgerDatabase, requireSoundLedger, warmWal } from '../bench-database.ts'
import { compareRates } from '../compare-rates.ts'
import { type Comparison, leadingFigures } from '../comparison.ts'
import { judge } from '../judge.ts'
import { anyOwner, postingScript, type ScriptedPosting, seedAccounts } from '../posting-scripts.ts'
import { scriptSide } from '../script-side.ts'
import type { Side } from '../side.ts'
import type { TestBed } from '../test-bed.ts'
import { fillLedger } from './fill-ledger.ts'
import { drawGrowth } from './growth-figure.ts'

const TARGET = 0.9
const SMALL = 10_000
const FULL_SIZE = 10_000_000
const SIZES = [SMALL, 100_000, 1_000_000, 3_000_000, FULL_SIZE]
const FIGURE = resolve(import.meta.dirname, '../../../docs/images/growth.svg')

export const growthBench: Bench = {
  summary: 'our posting function on a large ledger, compared with a ledger of 10,000 postings',
  full: { rounds: 5, seconds: 10, clients: 64, postings: FULL_SIZE },
  short: { rounds: 1, seconds: 1, clients: 64, postings: 20_000 },
  run,
}

async function run(bed: TestBed, plan: Plan, isShort: boolean): Promise<Outcome> {
  const { postings = FULL_SIZE } = plan
  await createLedgerDatabase(bed, 'small')
  await seedAccounts(bed, 'small', depositFor)
  await fillLedger(bed, 'small', SMALL)
  await copyDatabase(bed, 'small', 'large')
  await warmWal(bed)

  const points: Array<Comparison & { size: number }> = []
  for (const size of [...SIZES.filter((size) => size < postings), postings]) {
    const startedAt = performance.now()
    await fillLedger(bed, 'large', size)
    await requireSoundLedger(bed, 'large')
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    bed.say(`${size.toLocaleString('en')} postings, filled and checked in ${seconds} s`)
    points.push({ size, ...(await compareSizes(bed, plan)) })
  }
  if (postings >= FULL_SIZE) writeFigure(bed, drawGrowth(points, TARGET))

  const last = points.at(-1) as Comparison
  return {
    figures: {
      ...leadingFigures(last),
      ours_cpu_us: last.oursCpuMicros.toFixed(0),
      bare_cpu_us: last.bareCpuMicros.toFixed(0),
      ...Object.fromEntries(points.map(({ size, ratio }) => [`at_${size}`, ratio.toFixed(3)])),
      postings: String(postings),
      clients: String(plan.clients),
      rounds: String(plan.rounds),
      seconds: String(plan.seconds),
    },
    shortfalls: points.flatMap((point) => {
      const hasTarget = point === last && !isShort
      return judge(`${point.size} postings`, point, hasTarget ? { cpuRatio: TARGET } : {})
    }),
  }
}

async function compareSizes(bed: TestBed, plan: Plan): Promise<Comparison> {
  const sides = { ours: sideOn('large'), bare: sideOn('small') }
  return compareRates(bed, plan, sides, async () => {
    await copyDatabase(bed, 'small', copyOf('small'))
    await copyDatabase(bed, 'large', copyOf('large'))
    // For a while the disk is busy with the files of the old copies, which would slow the side that is measured first.
    await sleep(5_000)
  })
}

function sideOn(name: string): Side {
  return scriptSide({
    name,
    database: copyOf(name),
    role: 'afara_owner',
    text: postingScript([depositFor(anyOwner)]),
    table: 'afara.entry',
    rowsPerCommit: 1,
  })
}

const copyOf = (name: string) => `${name}_copy`

function depositFor(owner: string): ScriptedPosting {
  return { debit: ['deposit', `'polygon'`], credit: ['business', owner], asset: 'NGNC' }
}

function writeFigure(bed: TestBed, svg: string): void {
  mkdirSync(dirname(FIGURE), { recursive: true })
  writeFileSync(FIGURE, svg)
  bed.say(`  wrote the figure ${relative(process.cwd(), FIGURE)}`)
}

/**
 * Replaces `copy` with the current state of `original`. A round adds several hundred thousand postings, so each round gets a new copy:
 * otherwise the small ledger would not stay small.
 */
async function copyDatabase({ postgres }: TestBed, original: string, copy: string): Promise<void> {
  const url = postgres.url('postgres', 'postgres')
  await runStatement(url, `drop database if exists ${copy} with (force)`)
  await runStatement(url, `create database ${copy} template ${original} strategy file_copy`)
}
