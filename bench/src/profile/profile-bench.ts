import { writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import type { Bench, Outcome, Plan } from '../bench.ts'
import { giveTokens } from '../payouts/deposited-sells.ts'
import { ourPaying } from '../payouts/our-paying.ts'
import { raisePaying } from '../payouts/raise-paying.ts'
import { median } from '../statistics.ts'
import type { TestBed } from '../test-bed.ts'
import { countWork, prepareCounting } from '../whole/count-writes.ts'
import { runWhole } from '../whole/run-whole.ts'
import { type Bar, drawProfile } from './profile-figure.ts'
import { divideByKind, largestFirst } from './work-kinds.ts'

const FIGURE = resolve(import.meta.dirname, '../../../docs/images/profile.svg')
const RATE = 13

/** Draws where the CPU of a buy and of a sell goes: by process, and in PostgreSQL by kind of statement. Compares nothing. */
export const profileBench: Bench = {
  summary: 'where the CPU of a buy and of a sell goes, as a figure',
  full: { rounds: 1, seconds: 40, clients: 1, rate: RATE },
  short: { rounds: 1, seconds: 8, clients: 1, rate: 6 },
  run,
}

async function run(bed: TestBed, plan: Plan, isShort: boolean): Promise<Outcome> {
  const rate = plan.rate ?? RATE
  const [buy, sell] = [await profileBuys(bed, plan, rate), await profileSells(bed, plan)]
  if (!isShort) {
    const footnote = `Buys at ${rate} a second, from request to final transfer. Sells as fast as they go, from tokens received to confirmed payment.`
    writeFileSync(FIGURE, drawProfile([...buy, ...sell], footnote))
    bed.say(`  wrote the figure ${relative(process.cwd(), FIGURE)}`)
  }
  const totals = [buy, sell].map(([bar]) => bar?.parts.reduce((sum, { ms }) => sum + ms, 0) ?? Number.NaN)
  return {
    figures: {
      buy_ms: totals[0]?.toFixed(1) ?? '',
      sell_ms: totals[1]?.toFixed(1) ?? '',
      rate: String(rate),
    },
    shortfalls: [],
  }
}

async function profileBuys(bed: TestBed, plan: Plan, rate: number): Promise<Bar[]> {
  const { rounds, counted } = await runWhole(bed, { ...plan, rate })
  const names = Object.keys(rounds[0]?.more ?? {})
  return barsOf('A buy', counted.work.sent, {
    postgres_ms: median(rounds.map(({ cpuMicros }) => cpuMicros / 1000)),
    ...Object.fromEntries(
      names.map((name) => [name, median(rounds.map(({ more }) => more?.[name] ?? Number.NaN))]),
    ),
  })
}

async function profileSells(bed: TestBed, plan: Plan): Promise<Bar[]> {
  const stack = await raisePaying(bed)
  const superuser = createPool(stack.databaseUrl('postgres'), { max: 1, applicationName: 'bench' })
  try {
    await prepareCounting(superuser)
    await giveTokens(stack.owner, stack.businessId)
    const ours = ourPaying(stack)
    // Not measured: warms up the code.
    await ours.measure(bed, { ...plan, seconds: 1 })
    const measured = await ours.measure(bed, plan)
    const ended = await countWork(superuser)
    await ours.measure(bed, plan)
    const { sent } = await ended()
    const processes = Object.entries(measured.more ?? {}).filter(([name]) => name.endsWith('_ms'))
    return barsOf('A sell', sent, {
      postgres_ms: measured.cpuMicros / 1000,
      ...Object.fromEntries(processes),
    })
  } finally {
    await superuser.end()
    await stack.stop()
  }
}

function barsOf(
  what: string,
  sent: Parameters<typeof divideByKind>[0],
  processMs: Readonly<Record<string, number>>,
): Bar[] {
  const processes = Object.entries(processMs).map(([name, ms]) => ({ name: name.replace(/_ms$/, ''), ms }))
  return [
    { title: `${what}, by process`, parts: largestFirst(processes) },
    {
      title: `${what}, PostgreSQL by kind of statement`,
      parts: divideByKind(sent, processMs['postgres_ms'] ?? 0),
    },
  ]
}
