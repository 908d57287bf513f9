import type { Client } from 'pg'
import { buyStatements } from './buy-rows.ts'
import { houseStatements, settleStatements } from './house-rows.ts'
import { sellStatements } from './sell-rows.ts'

/** Transactions that are written by one set of statements. */
const BATCH = 20_000
/** The server clears, opens and ends in groups, each a commit: so many transactions share their writers. */
const GROUP = 10
/** Steps of a transaction, each a commit of its own. */
const STEPS = 8

/** What was made so far, so that more can be added. */
export type Filled = Readonly<{ transactions: number; firstXid: bigint; lastXid: bigint }>

/** Whatever a record needs before its first transaction. */
export async function openRecord(client: Client): Promise<Filled> {
  for (const statement of houseStatements) await client.query(statement)
  return { transactions: 0, firstXid: 0n, lastXid: 0n }
}

/**
 * Adds completed buys and sells, seven to three, with all their rows, by a few statements for thousands of them. Nothing guards the rows on
 * their way in: that they are right is for the checks to say.
 */
export async function fillRecord(
  client: Client,
  filled: Filled,
  count: number,
  onFilled: (transactions: number) => void,
): Promise<Filled> {
  let done = filled
  const until = filled.transactions + count
  while (done.transactions < until) {
    const batch = Math.min(BATCH, until - done.transactions)
    const base = await takeWriters(client, (Math.ceil(batch / GROUP) + 1) * STEPS)
    await client.query('begin')
    const [from, to] = [done.transactions + 1, done.transactions + batch]
    for (const statement of [...buyStatements, ...sellStatements, ...settleStatements])
      await client.query(fill(statement, { from, to, base }))
    await client.query('commit')
    const lastXid = base + BigInt((Math.ceil(batch / GROUP) + 1) * STEPS)
    done = { transactions: to, firstXid: base, lastXid }
    onFilled(to)
  }
  return done
}

function fill(statement: string, { from, to, base }: Readonly<{ from: number; to: number; base: bigint }>) {
  return statement
    .replaceAll(':from', String(from))
    .replaceAll(':to', String(to))
    .replaceAll(':base', String(base))
}

/** Uses so many numbers of writers up, and returns the one before the first: rows are then written in their names. */
async function takeWriters(client: Client, count: number): Promise<bigint> {
  const { rows } = await client.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
  await client.query(
    `do $$ begin for n in 1..${count} loop perform pg_current_xact_id(); commit; end loop; end $$`,
  )
  return BigInt(rows[0]?.xid ?? '0')
}
