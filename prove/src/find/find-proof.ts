import { setTimeout as sleep } from 'node:timers/promises'
import { searchRecords } from '@afara/server/flows/console/search-records.ts'
import { parseId } from '@afara/server/kernel/ids/ids.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { WalletAddressRules } from '@afara/server/movements/transfers/wallet-address.ts'
import { Client } from 'pg'
import { raiseLiveStack } from '../live-stack.ts'
import type { Progress } from '../progress.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { some, tally, unless } from '../shortfalls.ts'
import { fillOthers } from './fill-others.ts'
import { gatherIdentifiers, type Identifier } from './gather-identifiers.ts'
import { beginTransactions, inTurns } from './make-transactions.ts'

/**
 * Transactions of every kind are accepted, and everything that anybody could know of them is searched: before anybody pays, after all have
 * ended, and again beside the rows of very many others. Each search runs with the rights of the people process, as in the console.
 */
export const findProof: Proof = {
  name: 'find',
  sentence:
    'An operator finds every transaction by every identifier of it, before and after it ends, beside a million others.',
  sizes: { transactions: { full: 1_000, short: 40 }, at: { full: 1_000_000, short: 20_000 } },
  run: prove,
}

const MOST_P99_MS = 200
/** Results that the console shows. */
const MOST = 20
const END_WITHIN_MS = 600_000

async function prove(input: ProofInput): Promise<Outcome> {
  const { size, progress } = input
  const stack = await raiseLiveStack({}, { bank: {}, delivery: {} })
  const client = new Client({ connectionString: stack.databaseUrl('postgres') })
  await client.connect()
  await client.query('set search_path = afara')
  const pool = createPool(stack.databaseUrl('afara_people'), {
    max: 4,
    applicationName: 'prove',
    side: 'house',
  })
  const rules = await input.readWalletRules({})
  const look = async (identifiers: readonly Identifier[]) => searchAll({ pool, rules, progress }, identifiers)
  try {
    const begun = await beginTransactions(stack, size('transactions'))
    const ids = begun.map(({ id }) => parseId('transaction', id) ?? '')
    progress.say(`${begun.length} transactions were accepted`)
    const before = await look(await gatherIdentifiers(client, ids))
    await inTurns(begun.length, async (number) => begun[number]?.finish())
    const unended = await untilEnded(client, ids)
    stack.pauseWorker()
    const after = await look(await gatherIdentifiers(client, ids))
    progress.say(`searched ${before.count + after.count} identifiers, before and after the end`)
    await fillOthers(client, size('at') - begun.length, (done) => progress.show(`wrote ${done} others`))
    progress.say(`wrote ${size('at') - begun.length} transactions of others`)
    const beside = await look(await gatherIdentifiers(client, ids))
    stack.resumeWorker()
    return judge({ rounds: [before, after, beside], unended, at: size('at'), count: begun.length })
  } finally {
    await pool.end()
    await client.end()
    await stack.stop()
  }
}

type Looking = Readonly<{ pool: Pool; rules: WalletAddressRules; progress: Progress }>
type Round = Readonly<{
  count: number
  missed: readonly Identifier[]
  ms: readonly number[]
  slowest: string
}>

async function searchAll(
  { pool, rules, progress }: Looking,
  identifiers: readonly Identifier[],
): Promise<Round> {
  const missed: Identifier[] = []
  const ms: number[] = []
  let slowest = { ms: 0, words: '' }
  for (const [place, identifier] of identifiers.entries()) {
    const began = performance.now()
    const { lines, hasMore } = await searchRecords(
      { sql: pool, rules },
      { text: identifier.text, most: MOST, mode: 'test' },
    )
    const took = performance.now() - began
    ms.push(took)
    if (took > slowest.ms) slowest = { ms: took, words: `${identifier.name} (${identifier.text})` }
    if (!isFound(identifier, lines, hasMore)) missed.push(identifier)
    if (place % 500 === 0) progress.show(`searched ${place} of ${identifiers.length} identifiers`)
  }
  return {
    count: identifiers.length,
    missed,
    ms,
    slowest: `${slowest.words} took ${slowest.ms.toFixed(0)} ms`,
  }
}

/** A name or a wallet may be that of many others. Then the newest of them are shown, and it must be older than all of these. */
function isFound(
  { transactionId, lineIds }: Identifier,
  lines: ReadonlyArray<Readonly<{ id: string }>>,
  hasMore: boolean,
): boolean {
  const own = [transactionId, ...lineIds]
  if (lines.some(({ id }) => own.includes(id))) return true
  return hasMore && lines.length === MOST && lines.every(({ id }) => own.every((one) => id > one))
}

async function untilEnded(client: Client, ids: readonly string[]): Promise<string[]> {
  const until = performance.now() + END_WITHIN_MS
  for (;;) {
    const { rows } = await client.query<{ status: string }>(
      `select status from transaction where id = any ($1) and status <> 'completed'`,
      [ids],
    )
    if (rows.length === 0 || performance.now() > until) return rows.map(({ status }) => status)
    await sleep(1_000)
  }
}

function judge({
  rounds,
  unended,
  at,
  count,
}: Readonly<{ rounds: readonly Round[]; unended: readonly string[]; at: number; count: number }>): Outcome {
  const searched = rounds.reduce((sum, round) => sum + round.count, 0)
  const missed = rounds.flatMap((round) => round.missed)
  const last = rounds.at(-1)
  const sorted = (last?.ms ?? []).toSorted((one, other) => one - other)
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY
  const share = ((searched - missed.length) * 100) / Math.max(1, searched)
  return {
    figures: {
      transactions: count,
      identifiers: searched,
      found: `${missed.length === 0 ? '100' : share.toFixed(2)}%`,
      p99_ms: p99.toFixed(0),
      at_transactions: at,
    },
    shortfalls: [
      ...some(missed.map(({ name, text }) => `not found by ${name}: ${text}`)),
      ...unless(missed.length === 0, `not found: ${tally(missed.map(({ name }) => name))}`),
      ...unless(
        unended.length === 0,
        `${unended.length} transactions did not complete in time: ${tally(unended)}`,
      ),
      ...unless(
        p99 <= MOST_P99_MS,
        `p99 is ${p99.toFixed(0)} ms, more than ${MOST_P99_MS} ms; ${last?.slowest}`,
      ),
    ],
  }
}
