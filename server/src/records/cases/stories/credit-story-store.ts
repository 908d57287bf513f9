import type { Mode } from '../../../kernel/mode.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../../kernel/postgres/rows.ts'
import type { RefundPart } from '../decision-facts-store.ts'

/** All facts about one bank line, for an operator. */
export type CreditStory = Readonly<{
  id: string
  mode: Mode
  direction: 'credit' | 'debit'
  kind: string
  grossMinor: bigint
  settledMinor: bigint
  feeMinor: bigint
  bookedAt: Date
  valueDate: string
  sessionId: string | null
  narration: string
  undoes: string | null
  account: Readonly<{ id: string; number: string; name: string; state: string; businessName: string | null }>
  payer: Readonly<{ number: string | null; mask: string | null; name: string | null; bank: string | null }>
  sightings: ReadonlyArray<
    Readonly<{ source: string; externalId: string; seenAt: Date; contradicts: boolean }>
  >
  fund: Readonly<{ leftMinor: bigint; blockedBy: string | null }> | null
  allocations: readonly AllocationLine[]
  returns: ReadonlyArray<
    Readonly<{
      amountMinor: bigint
      accountNumber: string
      bank: string | null
      decidedAt: Date
      /** `before`: the return was decided at a time when the payer process did not pay returns yet. */
      state: RefundPart['state'] | 'before'
    }>
  >
}>

export async function readCreditStory(sql: Sql, lineId: string): Promise<CreditStory | undefined> {
  const { rows } = await sql.query<StoryRow>(
    `select l.id, l.mode, l.direction, l.kind, l.gross_minor, l.settled_minor, coalesce(e.fee_minor, 0) as fee_minor,
       l.booked_at, l.value_date::text, l.session_id, l.narration, l.undoes,
       v.id as account_id, v.account_number, v.name as account_name, v.state as account_state, b.name as business_name,
       p.payer_account_number, p.payer_account_mask, p.payer_name, coalesce(p.payer_bank_name, p.payer_bank_code) as payer_bank,
       f.left_minor, f.blocked_by
     from bank_line l
     join vendor_account v on v.id = l.vendor_account_id
     left join business b on b.id = v.business_id
     left join bank_line_fee e on e.line_id = l.id
     left join bank_line_known_payer p on p.line_id = l.id
     left join credit_fund f on f.line_id = l.id
     where l.id = $1`,
    [lineId],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  const { rows: sightings } = await sql.query<CreditStory['sightings'][number]>(
    `select source, external_id as "externalId", seen_at as "seenAt", contradicts_payer as contradicts
     from bank_line_sighting where line_id = $1 order by seen_at`,
    [lineId],
  )
  const { rows: returns } = await sql.query<{
    amount_minor: string
    account_number: string
    bank: string | null
    decided_at: Date
    state: CreditStory['returns'][number]['state']
  }>(
    `select r.amount_minor, coalesce(g.account_number, r.account_number::text) as account_number,
       coalesce(g.bank_code, r.bank_code, r.bank_name) as bank, r.decided_at, coalesce(g.state, 'before') as state
     from credit_return r
     left join transaction t on t.id = coalesce(r.transaction_id, r.id)
     left join lateral (select * from refund_legs(t.id) l where l.return_id = r.id) g on true
     where r.line_id = $1 order by r.decided_at`,
    [lineId],
  )
  return {
    ...toStory(row),
    sightings,
    allocations: await selectAllocations(sql, { lineId }),
    returns: returns.map((entry) => ({
      amountMinor: BigInt(entry.amount_minor),
      accountNumber: entry.account_number,
      bank: entry.bank,
      decidedAt: entry.decided_at,
      state: entry.state,
    })),
  }
}

type Story = Omit<CreditStory, 'sightings' | 'allocations' | 'returns'>

type StoryRow = SnakeRow<Omit<Story, 'account' | 'payer' | 'fund' | AmountField>> &
  Record<'gross_minor' | 'settled_minor' | 'fee_minor', string> &
  Record<'account_id' | 'account_number' | 'account_name' | 'account_state', string> &
  Record<
    | 'business_name'
    | 'payer_account_number'
    | 'payer_account_mask'
    | 'payer_name'
    | 'payer_bank'
    | 'left_minor'
    | 'blocked_by',
    string | null
  >

type AmountField = 'grossMinor' | 'settledMinor' | 'feeMinor'

function toStory(row: StoryRow): Story {
  const { accountId, accountNumber, accountName, accountState, businessName, ...rest } = toCamel(row)
  const { payerAccountNumber, payerAccountMask, payerName, payerBank, leftMinor, blockedBy, ...line } = rest
  return {
    ...line,
    grossMinor: BigInt(line.grossMinor) + BigInt(line.feeMinor),
    settledMinor: BigInt(line.settledMinor),
    feeMinor: BigInt(line.feeMinor),
    account: { id: accountId, number: accountNumber, name: accountName, state: accountState, businessName },
    payer: { number: payerAccountNumber, mask: payerAccountMask, name: payerName, bank: payerBank },
    fund: leftMinor === null ? null : { leftMinor: BigInt(leftMinor), blockedBy },
  }
}

/** An amount of a credit that was allocated to a buy, for an operator. */
export type AllocationLine = Readonly<{
  lineId: string
  transactionId: string
  amountMinor: bigint
  evidence: string
  ground: string
  /** `matching`, or the case in which operators decided the allocation. */
  decidedBy: string
  at: Date
  /** False if a bank has taken the amount back. */
  stands: boolean
}>

/** Returns the allocations of a credit or a buy. */
export async function selectAllocations(
  sql: Sql,
  of: Readonly<{ lineId?: string; transactionId?: string }>,
): Promise<AllocationLine[]> {
  const { rows } = await sql.query<Omit<AllocationLine, 'amountMinor'> & { amountMinor: string }>(
    `select a.line_id as "lineId", a.transaction_id as "transactionId", a.amount_minor as "amountMinor", a.evidence, a.ground,
       a.decided_by as "decidedBy", a.at, exists (select from standing_allocation s where s.id = a.id) as stands
     from allocation a
     where a.line_id = $1 or a.transaction_id = $2 order by a.at, a.id`,
    [of.lineId, of.transactionId],
  )
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }))
}
