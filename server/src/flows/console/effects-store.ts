import type { Sql } from '../../kernel/postgres/pool.ts'

/** What a vendor said of a payout. */
type PayoutReading = Readonly<{
  at: string
  kind: string
  code: string | null
  sessionId: string | null
  vendorId: string | null
}>

/** A payment of ours out of a transaction, with what vendors said and booked about it. */
export type PayoutEffect = Readonly<{
  id: string
  purpose: 'payout' | 'refund'
  attempt: number
  reference: string
  account: string
  bankCode: string
  accountNumber: string
  accountName: string
  amountMinor: bigint
  state: string
  sessionId: string | null
  orderedAt: Date
  sentAt: Date | null
  endedAt: Date | null
  moneyBackAt: Date | null
  readings: readonly PayoutReading[]
  /** Lines in the vendor's own ledger. */
  lines: ReadonlyArray<
    Readonly<{ at: string; direction: string; kind: string; amountMinor: string; externalId: string }>
  >
}>

/** Returns the payouts of a transaction, oldest first. */
export async function selectPayoutEffects(sql: Sql, transactionId: string): Promise<PayoutEffect[]> {
  const { rows } = await sql.query<Omit<PayoutEffect, 'amountMinor'> & { amountMinor: string }>(
    `select o.id, r.purpose, o.attempt, o.reference, a.mode || ':' || a.vendor || ':' || a.name as account, r.bank_code as "bankCode",
       r.account_number as "accountNumber", r.account_name as "accountName", r.amount_minor as "amountMinor", o.state,
       o.session_id as "sessionId", o.ordered_at as "orderedAt", o.sent_at as "sentAt", o.ended_at as "endedAt",
       o.money_back_at as "moneyBackAt",
       coalesce((select jsonb_agg(jsonb_build_object('at', g.at, 'kind', g.kind, 'code', g.code, 'sessionId', g.session_id,
         'vendorId', g.vendor_id) order by g.at, g.id) from payout_reading g where g.payout_id = o.id), '[]') as readings,
       coalesce((select jsonb_agg(jsonb_build_object('at', l.at, 'direction', l.direction, 'kind', l.kind,
         'amountMinor', l.amount_minor::text, 'externalId', l.external_id) order by l.at, l.id)
         from payout_line l where l.reference = o.reference and l.account_id = o.account_id), '[]') as lines
     from payout_right r join payout o on o.right_id = r.id join payout_account a on a.id = o.account_id
     where r.transaction_id = $1 order by o.ordered_at, o.id`,
    [transactionId],
  )
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }))
}

/** Tokens that arrived for a transaction. */
export type DepositEffect = Readonly<{
  id: string
  network: string
  hash: string
  block: string
  sender: string
  address: string
  amountMinor: bigint
  outcome: string
  seenAt: Date
  /** The hash of the sweep that brought them to a lane. */
  sweptBy: string | null
}>

/** Returns the deposits of a transaction, oldest first. */
export async function selectDepositEffects(sql: Sql, transactionId: string): Promise<DepositEffect[]> {
  const { rows } = await sql.query<Omit<DepositEffect, 'amountMinor'> & { amountMinor: string }>(
    `select d.id, d.network, d.tx_hash as hash, d.block::text, d.sender, d.address, d.minor as "amountMinor", d.outcome,
       d.seen_at as "seenAt", (select s.tx_hash from deposit_sweep s where s.address = d.address and s.network = d.network
         and s.mode = d.mode and s.seen_at >= d.seen_at order by s.seen_at limit 1) as "sweptBy"
     from deposit d where d.transaction_id = $1 order by d.seen_at, d.id`,
    [transactionId],
  )
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }))
}

/** An event of the feed of a business, and its deliveries. */
export type SentEvent = Readonly<{
  id: string
  sequence: number
  status: string
  at: Date
  deliveries: ReadonlyArray<Readonly<{ id: string; url: string; state: string }>>
}>

/** Returns what the business was told about a transaction, oldest first. An event that is not numbered yet is not in its feed. */
export async function selectSentEvents(sql: Sql, transactionId: string): Promise<SentEvent[]> {
  const { rows } = await sql.query<SentEvent>(
    `select p.event_id as id, p.sequence, e.to_status as status, e.happened_at as at,
       coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'url', x.url, 'state', d.state) order by x.id)
         from webhook_endpoint x join webhook_delivery d on d.endpoint_id = x.id and d.event_id = p.event_id
         where x.business_id = p.business_id and x.mode = p.mode), '[]') as deliveries
     from event_position p join transaction_event e on e.transaction_id = p.transaction_id and e.sequence = p.sequence
     where p.transaction_id = $1 order by p.sequence`,
    [transactionId],
  )
  return rows
}
