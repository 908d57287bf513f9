import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import { ACCOUNT_COUNT, ownerNumbered } from '../posting-scripts.ts'
import type { TestBed } from '../test-bed.ts'

const CHUNK = 200_000

/**
 * Adds deposits until the ledger has `postings` of them. Writes the same rows as the posting function, in the same order of id, transaction
 * number and position on disk, but many in one statement.
 */
export async function fillLedger(bed: TestBed, database: string, postings: number): Promise<void> {
  const url = bed.postgres.url('afara_owner', database)
  const present = await countPostings(url)
  for (let count = present; count < postings; count += CHUNK) {
    const added = Math.min(CHUNK, postings - count)
    await runStatement(url, chunkOfDeposits(await takeTransactionNumbers(url, added), added))
  }
  // Autovacuum would do this later, in the middle of a round.
  await runStatement(bed.postgres.url('postgres', database), 'vacuum analyze')
}

/**
 * Uses up real transaction numbers and returns the first. An entry has the number of the transaction that wrote it, and readers rely on the
 * fact that such a transaction has ended. So these transactions end before their rows are written.
 */
async function takeTransactionNumbers(url: string, count: number): Promise<bigint> {
  const rows = await runStatement(url, 'select pg_current_xact_id()::text as number')
  await runStatement(
    url,
    `do $$ begin for i in 1..${count} loop perform pg_current_xact_id(); commit; end loop; end $$`,
  )
  return BigInt(rows[0]?.number as string) + 1n
}

function chunkOfDeposits(firstXid: bigint, count: number): string {
  return `
    with deposit as materialized (
      select uuidv7() as id, ${firstXid} + n as xid, clock_timestamp() as posted_at, 1 + n % 1000000 as amount_minor,
        ${ownerNumbered(`floor(random() * ${ACCOUNT_COUNT})::bigint`)} as owner
      from generate_series(0, ${count - 1}) as s (n)
    ), written as (
      insert into entry select id, 'live', null, 'test', null, posted_at, xid from deposit
    ), posted as (
      insert into posting
        select id, 1, 'live', 'deposit', 'polygon', 'business', owner, 'NGNC', amount_minor, xid from deposit
    )
    insert into balance select owner, 'business', 'NGNC', 'live', sum(amount_minor) from deposit group by owner
      on conflict (owner, kind, asset, mode) do update set amount_minor = balance.amount_minor + excluded.amount_minor`
}

async function countPostings(url: string): Promise<number> {
  const rows = await runStatement(url, 'select count(*)::int as count from posting')
  return rows[0]?.count as number
}
