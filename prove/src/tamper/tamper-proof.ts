import { join } from 'node:path'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { readHeads } from '@afara/server/records/ledger/seals/seal-rows.ts'
import { type Verification, verifySeals } from '@afara/server/records/ledger/seals/verify-seals.ts'
import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import { Client } from 'pg'
import type { Progress } from '../progress.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { type ProofDatabase, startProofPostgres } from '../proof-postgres.ts'
import { attackChain } from './attack-chain.ts'
import { editRows } from './edit-rows.ts'
import { fillBooks, openBooks, writeReturns } from './fill-books.ts'
import { judgeFindings } from './judge-findings.ts'
import type { RowEdit } from './row-edit.ts'
import { sealBooks } from './seal-books.ts'

const POSTINGS_A_TRANSACTION = 500
// With fewer edits, some column of some table would not be edited.
const EDITS_AT_LEAST = 480

export const tamperProof: Proof = {
  name: 'tamper',
  sentence:
    'Every edit that a superuser makes in the tables of the ledger, of cases and of people is found and named, and nothing else is reported.',
  sizes: {
    postings: { full: 1_000_000, short: 30_000 },
    edits: { full: 1_600, short: 480 },
  },
  run: prove,
}

async function prove({ size, progress }: ProofInput): Promise<Outcome> {
  // A bulk load leaves many dead rows of balances, so autovacuum must keep pace.
  const postgres = await startProofPostgres({ autovacuum_naptime: '5s', autovacuum_vacuum_cost_delay: '0' })
  try {
    const chain = await attackChain(await postgres.createDatabase(), postgres.directory)
    progress.say(`${chain.caught} of ${chain.attacks} attacks on the chain itself were caught`)
    const database = await postgres.createDatabase()
    const headFile = join(postgres.directory, 'heads')
    const rows = await tamperWithRows(database, headFile, { size, progress })
    return { figures: rows.figures, shortfalls: [...chain.shortfalls, ...rows.shortfalls] }
  } finally {
    await postgres.stop()
  }
}

async function tamperWithRows(
  database: ProofDatabase,
  headFile: string,
  { size, progress }: Pick<ProofInput, 'size' | 'progress'>,
): Promise<Outcome> {
  const verify = async () => verifyBooks(database, headFile, progress)
  const { result: findings } = await timed(progress, 'filled', async () =>
    writeBooks(database, size('postings'), progress),
  )
  const { result: seals } = await timed(progress, 'sealed', async () =>
    sealBooks(database, headFile, { onSealed: (rows) => progress.show(`sealed ${rows} rows`) }),
  )
  const { result: before } = await timed(progress, 'verified before the edits', verify)
  const [posted] = await runStatement(database.url('postgres'), 'select count(*)::integer from afara.posting')
  const edits = await editBooks(database, size('edits'))
  const { result: after, seconds } = await timed(progress, 'verified after the edits', verify)

  const { found, named, falseAlarms, missed } = judgeFindings(edits, after.tampering)
  const firstTen = (lines: readonly string[]) => lines.slice(0, 10)
  return {
    figures: {
      postings: Number(posted?.count),
      rows: after.rows,
      seals,
      edits: edits.length,
      found,
      named,
      false_alarms: falseAlarms.length,
      verify_s: seconds.toFixed(1),
    },
    shortfalls: [
      ...firstTen(findings),
      ...firstTen(before.tampering.map(({ kind, name }) => `reported before any edit: ${kind} ${name}`)),
      ...firstTen(missed.map(({ what, row }) => `not found: ${what} of ${row}`)),
      ...firstTen(falseAlarms.map(({ kind, name }) => `reported, but not edited: ${kind} ${name}`)),
      ...(named < edits.length ? [`${edits.length - named} edits were not named`] : []),
      ...(Number(posted?.count) < size('postings')
        ? [`only ${Number(posted?.count)} of ${size('postings')} postings were made`]
        : []),
      ...(edits.length < EDITS_AT_LEAST ? [`only ${edits.length} of ${EDITS_AT_LEAST} edits were made`] : []),
    ],
  }
}

/** Writes the ledger and returns the findings of the schema's checks. A ledger that is wrong from the start proves nothing. */
async function writeBooks(database: ProofDatabase, postings: number, progress: Progress): Promise<string[]> {
  const transactions = Math.ceil(postings / POSTINGS_A_TRANSACTION)
  await openBooks(database, transactions)
  await fillBooks(database, postings, (filled) => progress.show(`posted ${filled} of ${postings} postings`))
  const pool = createPool(database.url('afara_worker'), { max: 1, applicationName: 'prove tamper' })
  try {
    const { findings } = await runChecks(pool)
    await writeReturns(database, transactions)
    return findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`)
  } finally {
    await pool.end()
  }
}

async function verifyBooks(
  database: ProofDatabase,
  headFile: string,
  progress: Progress,
): Promise<Verification> {
  const pool = createPool(database.url('afara_sealer'), { max: 1, applicationName: 'prove tamper' })
  try {
    return await verifySeals(pool, await readHeads(headFile), (seals, rows) =>
      progress.show(`verified ${seals} seals, ${rows} rows`),
    )
  } finally {
    await pool.end()
  }
}

async function editBooks(database: ProofDatabase, count: number): Promise<RowEdit[]> {
  const superuser = new Client({ connectionString: database.url('postgres') })
  await superuser.connect()
  try {
    return await editRows(superuser, count)
  } finally {
    await superuser.end()
  }
}

async function timed<T>(progress: Progress, what: string, work: () => Promise<T>) {
  const startedAt = performance.now()
  const result = await work()
  const seconds = (performance.now() - startedAt) / 1_000
  progress.say(`${what} in ${seconds.toFixed(1)} s`)
  return { result, seconds }
}
