import type { Sql } from '../../kernel/postgres/pool.ts'
import type { ReturnedDeposit } from './resolution.ts'

/** Facts about a buy or a withdrawal that operators must see before they decide. */
export type DecidedBuy = Readonly<{
  id: string
  type: 'buy' | 'withdrawal'
  status: string
  heldMinor: bigint
  /** Wallet that receives the tokens. Null: the balance of the business. */
  network: string | null
  address: string | null
  isHeldBySanctions: boolean
}>

export async function readDecidedBuy(sql: Sql, transactionId: string): Promise<DecidedBuy | undefined> {
  const { rows } = await sql.query<Omit<DecidedBuy, 'heldMinor'> & { heldMinor: string | null }>(
    `select t.id, t.type, t.status, h.amount_minor as "heldMinor", b.network, b.wallet_address as address,
       is_held_by_sanctions(t.id) as "isHeldBySanctions"
     from transaction t left join token_destination b on b.transaction_id = t.id
     left join balance h on h.owner = t.id::text and h.kind = 'held' and h.asset = coalesce(held_asset(b.purpose), 'NGN') and h.mode = t.mode
     where t.id = $1 and (b.transaction_id is not null or t.type = 'return')`,
    [transactionId],
  )
  const row = rows[0]
  return row && { ...row, heldMinor: BigInt(row.heldMinor ?? '0') }
}

/** Facts about a sell that operators must see before they decide. */
export type DecidedSell = Readonly<{
  id: string
  status: string
  heldMinor: bigint
  bankCode: string
  accountNumber: string
  /** Account name in the bank's last answer. Null: the bank knows no such account, or was not asked. */
  bankSays: string | null
  isHeldBySanctions: boolean
}>

export async function readDecidedSell(sql: Sql, transactionId: string): Promise<DecidedSell | undefined> {
  const { rows } = await sql.query<Omit<DecidedSell, 'heldMinor'> & { heldMinor: string | null }>(
    `select t.id, t.status, h.amount_minor as "heldMinor", p.bank_code as "bankCode", p.account_number as "accountNumber",
       name_of_payee(t.id) as "bankSays", is_held_by_sanctions(t.id) as "isHeldBySanctions"
     from transaction t join payee_of_sell p on p.transaction_id = t.id
     left join balance h on h.owner = t.id::text and h.kind = 'held' and h.asset = 'NGNC' and h.mode = t.mode
     where t.id = $1`,
    [transactionId],
  )
  const row = rows[0]
  return row && { ...row, heldMinor: BigInt(row.heldMinor ?? '0') }
}

/** Returns the total amount in kobo that the issuer seized in a case. */
export async function readTakenMinor(sql: Sql, caseId: string): Promise<bigint> {
  const { rows } = await sql.query<{ minor: string }>('select taken_minor($1)::text as minor', [caseId])
  return BigInt(rows[0]?.minor ?? '0')
}

/** Facts that operators must see before they decide where tokens are returned to. */
export type ReturnableTokens = Readonly<{
  mayHoldBalance: boolean
  /** Deposits that the sell could not accept, of the kind that the case is about. */
  deposits: readonly ReturnedDeposit[]
}>

export async function readReturnableTokens(
  sql: Sql,
  { transactionId, kind }: { transactionId: string; kind: string },
): Promise<ReturnableTokens | undefined> {
  const { rows } = await sql.query<ReturnableTokens>(
    `select m.may_hold_balance as "mayHoldBalance", coalesce((
       select jsonb_agg(jsonb_build_object('deposit_id', d.id, 'amount_minor', d.amount_minor::text) order by d.id)
       from deposit_in_suspense d where d.transaction_id = t.id and d.kind::text = $2), '[]') as deposits
     from transaction t join sell s on s.transaction_id = t.id
     join business_mode m on m.business_id = t.business_id and m.mode = t.mode
     where t.id = $1`,
    [transactionId, kind],
  )
  return rows[0]
}

/** Whether an address is one of our own. Tokens sent there would arrive as an unknown deposit. */
export async function isOwnAddress(sql: Sql, address: string): Promise<boolean> {
  const { rows } = await sql.query(
    `select from lane l where is_same_wallet(l.network, l.address, $1)
     union all select from deposit_address d where d.address = $1 limit 1`,
    [address],
  )
  return rows.length > 0
}

/** The part of a buy's refund that returns the naira of one credit, and its state. */
export type RefundPart = Readonly<{
  returnId: string
  lineId: string
  amountMinor: bigint
  state: 'paid' | 'out' | 'by_hand' | 'queued' | 'due' | 'unknown' | 'used_up'
}>

export async function selectRefundParts(sql: Sql, transactionId: string): Promise<RefundPart[]> {
  const { rows } = await sql.query<Omit<RefundPart, 'amountMinor'> & { amountMinor: string }>(
    `select return_id as "returnId", line_id as "lineId", amount as "amountMinor", state from refund_legs($1) order by leg`,
    [transactionId],
  )
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }))
}

/** A line of a vendor's statement that has no explanation. */
type UnexplainedLine = Readonly<{
  id: string
  accountId: string
  direction: 'debit' | 'credit'
  isAnswered: boolean
}>

export async function findUnexplainedLine(sql: Sql, lineId: string): Promise<UnexplainedLine | undefined> {
  const { rows } = await sql.query<UnexplainedLine>(
    `select l.id, l.account_id as "accountId", l.direction,
       exists (select from payout_line_answer n where n.line_id = l.id)
         or exists (select from payout_funding f where f.line_id = l.id) as "isAnswered"
     from payout_line l where l.id = $1`,
    [lineId],
  )
  return rows[0]
}

/** Whether a payout of this account was sent or paid, so that its naira can have been returned. */
export async function mayHaveReturned(sql: Sql, payoutId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql.query(
    `select from payout x where x.id = $1 and x.account_id = $2 and x.money_back_at is null and x.state <> 'ordered'`,
    [payoutId, accountId],
  )
  return rows.length > 0
}

/** Whether a debit without our reference may belong to a payout of its account that was sent or paid. */
export async function mayBePayout(sql: Sql, lineId: string, payoutId: string): Promise<boolean> {
  const { rows } = await sql.query(
    `select from payout_line l join payout x on x.id = $2 and x.account_id = l.account_id
     where l.id = $1 and l.payout_id is null and x.money_back_at is null and x.state <> 'ordered' and may_be_naira_of(l, x)`,
    [lineId, payoutId],
  )
  return rows.length > 0
}
