import type { Pool } from 'pg'

export type KnownPayout = Readonly<{
  payout_id: string
  account_id: string
  reference: string
  bank_code: string
}>

/** Under which reference a bank is asked about each of these, by its id. */
export async function readKnownPayouts(
  pool: Pool,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownPayout>> {
  const { rows } = await pool.query<KnownPayout>({
    name: 'known-payouts',
    text: `select p.id as payout_id, p.account_id, p.reference, r.bank_code
      from payout p join payout_right r on r.id = p.right_id where p.id = any ($1)`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.payout_id, row]))
}

/** The references among these whose payout is dead: it failed or came back, and its naira was seen. */
export async function readDead(
  pool: Pool,
  sent: ReadonlyArray<Readonly<{ account: string; reference: string }>>,
): Promise<ReadonlySet<string>> {
  if (sent.length === 0) return new Set()
  const { rows } = await pool.query<{ reference: string }>({
    name: 'dead-payouts',
    text: `select p.reference from unnest($1::uuid[], $2::text[]) as s (account_id, reference)
      join payout p on p.account_id = s.account_id and p.reference = s.reference
      where p.state in ('failed', 'reversed') and p.money_back_at is not null`,
    values: [sent.map(({ account }) => account), sent.map(({ reference }) => reference)],
  })
  return new Set(rows.map(({ reference }) => reference))
}

/** How often two people decided that a payout was not paid, by transaction. */
export async function readUnpaid(
  pool: Pool,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (transactionIds.length === 0) return new Map()
  const { rows } = await pool.query<{ transaction_id: string; decisions: number }>({
    name: 'unpaid-payouts',
    text: 'select transaction_id, count(*)::integer as decisions from decided_unpaid where transaction_id = any ($1) group by 1',
    values: [transactionIds],
  })
  return new Map(rows.map(({ transaction_id, decisions }) => [transaction_id, decisions]))
}

/** The latest references that a bank has taken or may have taken, by the database: all of them must be in the journal. */
export async function readTaken(
  pool: Pool,
): Promise<ReadonlyArray<Readonly<{ account_id: string; reference: string }>>> {
  const { rows } = await pool.query<{ account_id: string; reference: string }>(
    `select p.account_id, p.reference from payout p
     where p.ordered_at > now() - interval '3 days' and p.sent_count > 0
       and (p.vendor_id is not null or p.state in ('accepted', 'unknown', 'succeeded', 'reversed'))
     order by p.ordered_at desc limit 500`,
  )
  return rows
}
