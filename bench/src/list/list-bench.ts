import { writeCursor } from '@afara/server/entry/http/list-query.ts'
import { parseId } from '@afara/server/kernel/ids/ids.ts'
import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import type { Bench, Outcome, Plan } from '../bench.ts'
import { compareRates } from '../compare-rates.ts'
import { leadingFigures } from '../comparison.ts'
import { judge } from '../judge.ts'
import { type BenchApi, raiseApi } from '../raise-api.ts'
import type { TestBed } from '../test-bed.ts'
import { startBareList } from './bare-list.ts'
import { httpPages } from './http-pages.ts'
import { seedTransactions } from './seed-transactions.ts'

const TARGETS = { cpuRatio: 0.8 }
const PAGE = 50
const DEPTHS = 64
// A page takes a hundred times the work of the smallest request, so this many pages per round are enough. A short run only shows that the
// bench works.
const FEWEST = { full: 300, short: 30 }

export const listBench: Bench = {
  summary:
    'pages of 50 at any depth of a list of a million transactions, compared with the plain query on a plain route',
  full: { rounds: 21, seconds: 4, clients: 16, transactions: 1_000_000 },
  short: { rounds: 3, seconds: 3, clients: 16, transactions: 20_000 },
  run,
}

async function run(bed: TestBed, plan: Plan, isShort: boolean): Promise<Outcome> {
  const api = await raiseApi(bed)
  try {
    const count = plan.transactions ?? 0
    const url = bed.postgres.url('postgres', api.database)
    const businessId = parseId('business', api.businessId) ?? ''
    const startedAt = Date.now()
    await seedTransactions(url, businessId, count)
    bed.say(`  ${count} transactions written in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`)
    const places = await choosePlaces(url, businessId)
    return await compare(bed, plan, isShort, { api, businessId, places })
  } finally {
    await api.stop()
  }
}

type Case = Readonly<{ api: BenchApi; businessId: string; places: readonly string[] }>

async function compare(
  bed: TestBed,
  plan: Plan,
  isShort: boolean,
  { api, businessId, places }: Case,
): Promise<Outcome> {
  const bareList = await startBareList(bed, api.database, businessId)
  try {
    const path = (id: string) => `/transactions/v1?limit=${PAGE}&after=${writeCursor('transactions', id)}`
    const { key, url, processId } = api
    const fewest = isShort ? FEWEST.short : FEWEST.full
    const ours = httpPages({ name: 'ours', url, processId, key, paths: places.map(path), fewest })
    const barePaths = places.map((id) => `/?before=${id}`)
    const bare = httpPages({ name: 'bare', ...bareList, key, paths: barePaths, fewest })
    await requireSamePages(api, bareList.url, path, places)
    // Not measured: warms up the code, the query plans and the disk cache.
    for (const side of [ours, bare]) await side.measure(bed, { ...plan, seconds: isShort ? 3 : 20 })
    const figure = await compareRates(bed, plan, { ours, bare })
    return {
      figures: {
        ...leadingFigures(figure),
        ours_cpu_us: figure.oursCpuMicros.toFixed(0),
        bare_cpu_us: figure.bareCpuMicros.toFixed(0),
        p50_ms: (figure.more.ours.p50_ms ?? 0).toFixed(2),
        p99_ms: (figure.more.ours.p99_ms ?? 0).toFixed(2),
        transactions: String(plan.transactions),
        connections: String(plan.clients),
        rounds: String(plan.rounds),
        seconds: String(plan.seconds),
      },
      shortfalls: judge('list', figure, isShort ? {} : TARGETS, fewest),
    }
  } finally {
    await bareList.stop()
  }
}

/** Returns ids at all depths of the list, from the newest to one page before the end. */
async function choosePlaces(url: string, businessId: string): Promise<string[]> {
  const rows = await runStatement(
    url,
    `select id from (
       select id, row_number() over (order by id desc) as place, count(*) over () as total from afara.transaction
       where business_id = '${businessId}' and mode = 'test') numbered
     where place % ((total - ${PAGE}) / ${DEPTHS}) = 1 and place < total - ${PAGE} order by place`,
  )
  return rows.map(({ id }) => String(id))
}

/** Requires that both sides return the same transactions in the same order. */
async function requireSamePages(
  api: BenchApi,
  bareUrl: string,
  path: (id: string) => string,
  places: readonly string[],
): Promise<void> {
  for (const id of [places.at(0) ?? '', places.at(-1) ?? '']) {
    const ours = await fetch(`${api.url}${path(id)}`, { headers: { 'svc-sec-key': api.key } })
    const bare = await fetch(`${bareUrl}/?before=${id}`)
    const oursBody = (await ours.json()) as { transactions: { reference: string }[] }
    const bareBody = (await bare.json()) as { transactions: { reference: string }[] }
    const references = ({ transactions }: typeof oursBody) =>
      transactions.map(({ reference }) => reference).join(' ')
    if (oursBody.transactions.length !== PAGE || references(oursBody) !== references(bareBody))
      throw new Error(`our list and the plain query return different pages before ${id}`)
  }
}
