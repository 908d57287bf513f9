import { reconcileSettings } from '@afara/server/flows/reconciliation/reconcile-deps.ts'
import { lookAtSeals } from '@afara/server/flows/reconciliation/reconcile-ledger.ts'
import { systemClock as clock } from '@afara/server/kernel/clock/clock.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { absentPayer } from '@afara/server/movements/payouts/payout-rail.ts'
import { foldBooks } from '@afara/server/movements/reconciliation/reconciliation-store.ts'
import { type Finding, listChecks } from '@afara/server/records/ledger/check-store.ts'
import { Client } from 'pg'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { type ProofPostgres, startProofPostgres } from '../proof-postgres.ts'
import { type Filled, fillRecord } from './fill-record.ts'
import { missedFaults, plantFaults } from './plant-faults.ts'
import { type Costs, costOfNew, walkAll } from './run-checks.ts'
import { sealAll, type Writers, writeHistory } from './write-history.ts'

const SMALL = 8_000
/** New transactions that are checked at both sizes. */
const NEW = 500
const LOOKS = 4
const TARGET = { slowestS: 10, growth: 1.2, verifyToSeal: 2 }

export const checksAtSizeProof: Proof = {
  name: 'checks-at-size',
  sentence:
    'The cost of a check depends only on the number of new rows, a check of all rows runs in short slices, and every fault is found.',
  sizes: { transactions: { full: 100_000, short: 20_000 }, faults: { full: 100, short: 100 } },
  run: prove,
}

async function prove({ size, progress }: ProofInput): Promise<Outcome> {
  const postgres = await startProofPostgres({
    shared_buffers: '2GB',
    max_wal_size: '16GB',
    autovacuum: 'off',
    maintenance_work_mem: '512MB',
    wal_level: 'minimal',
    max_wal_senders: '0',
  })
  const [brief, long] = [await openParts(postgres), await openParts(postgres)]
  const { client, reconciler } = long
  const say = timer(progress.say)
  const show = progress.show
  try {
    const checks = await listChecks(reconciler)
    const small = await addNew(brief, SMALL, show)
    say(`wrote ${small.filled.transactions} transactions to the small database`)
    const large = await addNew(long, Math.max(size('transactions') - NEW, SMALL), show)
    say(
      `wrote ${large.filled.transactions} transactions to the large database, sealed ${large.sealing.perSecond} rows per second`,
    )
    const cost = await costOfNew([
      { reconciler: brief.reconciler, since: small.since },
      { reconciler, since: large.since },
    ])
    const [was, is] = [sum(cost.cpuMs, 0), sum(cost.cpuMs, 1)]
    say(
      `checking ${NEW} new transactions took ${was} ms of CPU in the small database, ${is} ms in the large one; slowest: ${cost.slowest.words}`,
    )
    say(`the checks that grew most: ${grownMost(cost.cpuMs)}`)
    const { slowest, findings: before } = await walkAll(reconciler, checks, show)
    say(`every check has read all rows: ${before.length} findings, slowest slice ${slowest.words}`)
    const pace = await verifyAtPace(long, large.filled)
    say(`hashed ${pace.verified} rows again while ${pace.sealed} were sealed, ${pace.perSecond} per second`)
    const planted = await plantFaults(client, checks, {
      count: size('faults'),
      transactions: large.filled.transactions,
    })
    await foldBooks(reconciler)
    const after = await walkAll(reconciler, checks, show)
    const missed = missedFaults(planted, after.findings)
    say(`searched for ${planted.length} faults, slowest slice ${after.slowest.words}`)

    const slowestS = Math.max(slowest.seconds, after.slowest.seconds, cost.slowest.seconds)
    const growth = is / was
    const ratio = pace.verified / pace.sealed
    return {
      figures: {
        transactions: pace.transactions,
        rows: pace.rows,
        checks: checks.length,
        slowest_check_s: slowestS.toFixed(1),
        incremental_growth: growth.toFixed(2),
        planted: planted.length,
        found: planted.length - missed.length,
        verify_to_seal: ratio.toFixed(1),
      },
      shortfalls: [
        ...before.slice(0, 10).map((finding) => `found before any fault was introduced: ${wordsOf(finding)}`),
        ...missed.slice(0, 20).map(({ check, subject }) => `not found by ${check}: ${subject}`),
        ...(slowestS > TARGET.slowestS
          ? [`a slice took ${slowestS.toFixed(1)} s, more than ${TARGET.slowestS} s`]
          : []),
        ...(growth > TARGET.growth
          ? [
              `new rows cost ${growth.toFixed(2)} times as much in the large database, more than ${TARGET.growth} times`,
            ]
          : []),
        ...(ratio < TARGET.verifyToSeal
          ? [
              `seals are verified only ${ratio.toFixed(1)} times as fast as they are made, less than ${TARGET.verifyToSeal} times`,
            ]
          : []),
        ...(planted.length < size('faults')
          ? [`only ${planted.length} of ${size('faults')} faults were introduced`]
          : []),
      ],
    }
  } finally {
    await Promise.all(
      [brief, long].flatMap((parts) =>
        [parts.reconciler, parts.sealer, parts.client].map((part) => part.end()),
      ),
    )
    await postgres.stop()
  }
}

const sum = (costs: Costs, place: number) =>
  Math.round([...costs.values()].reduce((all, ms) => all + (ms[place] ?? 0), 0))

function grownMost(costs: Costs): string {
  const grown = [...costs].map(([name, [was = 0, is = 0]]) => ({ name, was, is }))
  grown.sort((one, other) => other.is - other.was - (one.is - one.was))
  return grown
    .slice(0, 5)
    .map(({ name, was, is }) => `${name} from ${was.toFixed(1)} to ${is.toFixed(1)} ms`)
    .join(', ')
}

const wordsOf = ({ check, subject, problem }: Finding) => `${check}: ${subject} ${problem}`

async function openParts(postgres: ProofPostgres): Promise<Writers> {
  const database = await postgres.createDatabase()
  const client = new Client({ connectionString: database.url('postgres') })
  await client.connect()
  const open = (role: string, max: number) =>
    createPool(database.url(role), { max, applicationName: 'prove', isPatient: true })
  return { client, reconciler: open('afara_reconciler', 1), sealer: open('afara_sealer', 2) }
}

/** Fills a database with sealed and booked transactions, as running processes leave them, and adds new ones. */
async function addNew(parts: Writers, count: number, show: (line: string) => void) {
  const { client, reconciler, sealer } = parts
  const { filled, sealing } = await writeHistory(parts, count, show)
  const { rows } = await client.query<{ xid: string }>('select through_xid::text as xid from reconciling')
  const more = await fillRecord(client, filled, NEW, (done) => show(`wrote ${done} transactions`))
  await foldBooks(reconciler)
  await sealAll(sealer, () => {})
  return { filled: more, sealing, since: BigInt(rows[0]?.xid ?? '0') }
}

/** Seals new rows between the runs of the seal check, as the server does. Counts the rows that the check hashes again. */
async function verifyAtPace({ client, reconciler, sealer }: Writers, before: Filled) {
  const settings = reconcileSettings
  const deps = {
    pool: reconciler,
    feeds: { live: new Map(), test: new Map() },
    clock,
    settings,
    deposits: new Map(),
    payer: absentPayer,
    vaults: [],
    onNotice() {},
    onFailure() {},
  }
  await client.query(
    'update reconciling set verified_seal = 0, seen_seal = (select max(number) from seal), owed_rows = 0',
  )
  let [filled, sealed, lookMs] = [before, 0, 0]
  for (let look = 0; look < LOOKS; look += 1) {
    filled = await fillRecord(client, filled, 1_000, () => {})
    sealed += (await sealAll(sealer, () => {})).rows
    const startedAt = performance.now()
    const looks = await lookAtSeals(deps)
    lookMs += performance.now() - startedAt
    if (looks.some(({ differenceMinor }) => differenceMinor !== 0n))
      throw new Error('the verification of a seal failed')
  }
  await foldBooks(reconciler)
  const { rows } = await client.query<{ rows: string; verified: string }>(
    `select coalesce(sum(row_count), 0)::text as rows,
       coalesce(sum(row_count) filter (where number <= (select verified_seal from reconciling)), 0)::text as verified from seal`,
  )
  const verified = Number(rows[0]?.verified ?? 0)
  return {
    transactions: filled.transactions,
    rows: Number(rows[0]?.rows ?? 0),
    sealed,
    verified,
    perSecond: Math.round(verified / (lookMs / 1_000)),
  }
}

function timer(say: (line: string) => void): (line: string) => void {
  let since = performance.now()
  return (line) => {
    say(`${line} (${((performance.now() - since) / 1_000).toFixed(1)} s)`)
    since = performance.now()
  }
}
