import type { Client } from 'pg'
import { buyStatements } from './buy-rows.ts'
import { houseStatements, settleStatements } from './house-rows.ts'
import { sellStatements } from './sell-rows.ts'

/** Number of transactions that one set of statements writes. */
const BATCH = 20_000
/** Number of transactions that share their writers. The server clears, opens and ends transactions in groups, each in one commit. */
const GROUP = 10
/** Number of steps of a transaction. Each step is its own commit. */
const STEPS = 8

/** Extent of the rows so far, so that more can be added. */
export type Filled = Readonly<{ transactions: number; firstXid: bigint; lastXid: bigint }>

/** Writes the rows that must exist before the first transaction. */
export async function openRecord(client: Client): Promise<Filled> {
  for (const statement of houseStatements) await client.query(statement)
  return { transactions: 0, firstXid: 0n, lastXid: 0n }
}

/**
 * Adds completed buys and sells, seven to three, with all their rows. A few statements write thousands of them. Triggers and foreign keys
 * are off, so only the checks can tell whether the rows are right.
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

/** Uses up this many transaction ids and returns the one before the first. Rows are then written with these ids. */
async function takeWriters(client: Client, count: number): Promise<bigint> {
  const { rows } = await client.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
  await client.query(
    `do $$ begin for n in 1..${count} loop perform pg_current_xact_id(); commit; end loop; end $$`,
  )
  return BigInt(rows[0]?.xid ?? '0')
}
