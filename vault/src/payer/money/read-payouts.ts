import type { Pool } from 'pg'

export type KnownPayout = Readonly<{
  payout_id: string
  account_id: string
  reference: string
  bank_code: string
}>

/** Returns the reference for querying the bank about each payout, by payout id. */
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

/** Returns the references whose payout is dead: it failed or was reversed, and its naira was seen back. */
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

/** A reference in the journal, with the account it was sent from, the amount and the time. */
type SentPayout = Readonly<{ account: string; reference: string; amount_minor: string; at: string }>

// A vendor may include its fee in the debit. No fee is higher than this.
const MOST_FEE_MINOR = 50_000

/**
 * Returns the references whose naira may be gone, whatever the state of their payout. Either the vendor's ledger shows more debits than
 * credits for the reference, or it shows an unexplained debit of that amount that belongs to no payout.
 */
export async function readGone(pool: Pool, sent: readonly SentPayout[]): Promise<ReadonlySet<string>> {
  if (sent.length === 0) return new Set()
  const { rows } = await pool.query<{ reference: string }>({
    name: 'gone-payouts',
    text: `select s.reference from unnest($1::uuid[], $2::text[], $3::numeric[], $4::timestamptz[]) as s (account_id, reference, minor, at)
      where (
        select coalesce(sum(case l.direction when 'debit' then l.amount_minor::numeric else -l.amount_minor::numeric end), 0) from payout_line l
        where l.account_id = s.account_id and l.reference = s.reference and l.kind <> 'fee'
          and not exists (select from payout_line_answer n where n.line_id = l.id)
      ) + s.minor * (
        select coalesce(sum(case n.explained_as when 'payout' then 1 else -1 end), 0)
        from payout p join payout_line_answer n on n.payout_id = p.id where p.account_id = s.account_id and p.reference = s.reference
      ) > 0 or exists (
        select from payout_line l
        where l.account_id = s.account_id and l.direction = 'debit' and l.problem is not null
          and l.amount_minor::numeric between s.minor and s.minor + $5::numeric and l.seen_at > s.at - interval '5 minutes'
          and not exists (select from payout p where p.account_id = l.account_id and p.reference = l.reference)
          and not exists (select from payout_line_answer n where n.line_id = l.id))`,
    values: [
      sent.map(({ account }) => account),
      sent.map(({ reference }) => reference),
      sent.map(({ amount_minor }) => amount_minor),
      sent.map(({ at }) => at),
      MOST_FEE_MINOR,
    ],
  })
  return new Set(rows.map(({ reference }) => reference))
}

/** A payout that was, or may have been, sent to a bank. */
export type Taken = Readonly<{
  account_id: string
  reference: string
  /**
   * Whether the database has an answer, so that a bank has the payout or may have it. If not, the worker may have ended before it called
   * the bank.
   */
  is_answered: boolean
}>

/** Returns the latest payouts that, according to the database, may have been sent to a bank. The journal must contain the answered ones. */
export async function readTaken(pool: Pool): Promise<readonly Taken[]> {
  const { rows } = await pool.query<Taken>(
    `select p.account_id, p.reference,
       p.vendor_id is not null or p.state in ('accepted', 'unknown', 'succeeded', 'reversed') as is_answered
     from payout p
     where p.ordered_at > now() - interval '3 days' and p.sent_count > 0
       and (p.vendor_id is not null or p.state in ('sending', 'accepted', 'unknown', 'succeeded', 'reversed'))
     order by p.ordered_at desc limit 500`,
  )
  return rows
}

export type OrderedPayout = Readonly<{
  payout_id: string
  account_id: string
  reference: string
  ordered_at: Date
  /** Whether the payout failed or was reversed and its naira was seen back. */
  is_dead: boolean
}>

/** Returns a page of the payouts that were, or may have been, sent to a bank, in order of id. */
export async function readSentPayouts(
  pool: Pool,
  after: string | undefined,
  most: number,
): Promise<OrderedPayout[]> {
  const { rows } = await pool.query<OrderedPayout>(
    `select p.id as payout_id, p.account_id, p.reference, p.ordered_at,
       p.state in ('failed', 'reversed') and p.money_back_at is not null as is_dead
     from payout p where p.sent_count > 0 and ($1::uuid is null or p.id > $1) order by p.id limit $2`,
    [after ?? null, most],
  )
  return rows
}

/** A payout of an earlier journal that the database had lost after a restore. */
export type ForgottenPayout = Readonly<{
  account_id: string
  reference: string
  right_key: string
  attempt: number
  payout_id: string
  bank_code: string
  account_number: string
  amount_minor: string
  /** The amount debited from the balance of the business; null if the payout was not paid from a balance. */
  balance_minor: string | null
  noted_at: Date
}>

export async function readForgottenPayouts(pool: Pool): Promise<readonly ForgottenPayout[]> {
  const { rows } = await pool.query<ForgottenPayout>(
    `select account_id, reference, right_key, attempt, payout_id, bank_code, account_number, amount_minor::text as amount_minor,
       balance_minor::text as balance_minor, noted_at
     from payout_forgotten order by noted_at, reference`,
  )
  return rows
}

/** A debit for a payment in a vendor's own ledger. */
export type PaymentLine = Readonly<{
  account: string
  reference: string | null
  at: Date
  amountMinor: bigint
}>

/** Returns the payments in vendors' ledgers, under references like ours, that have no payout, and the cursor of each ledger. */
export async function readPaymentLines(
  pool: Pool,
): Promise<Readonly<{ lines: readonly PaymentLine[]; cursors: ReadonlyMap<string, string> }>> {
  const { rows: cursors } = await pool.query<{ id: string; line_cursor: string }>(
    'select id, line_cursor from payout_account where line_cursor is not null',
  )
  const { rows } = await pool.query<{ account: string; reference: string; at: Date; minor: string }>(
    `select l.account_id as account, l.reference, l.seen_at as at, l.amount_minor::text as minor from payout_line l
     where l.direction = 'debit' and l.kind = 'payment' and l.reference like 'af-%'
       and not exists (select from payout p where p.account_id = l.account_id and p.reference = l.reference)`,
  )
  return {
    lines: rows.map(({ minor, ...line }) => ({ ...line, amountMinor: BigInt(minor) })),
    cursors: new Map(cursors.map(({ id, line_cursor: cursor }) => [id, cursor])),
  }
}
