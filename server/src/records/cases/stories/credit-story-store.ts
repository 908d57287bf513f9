import type { Mode } from '../../../kernel/mode.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'

/** Everything we know about one line of a bank, for a person to read. */
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
    Readonly<{ amountMinor: bigint; accountNumber: string; bank: string | null; decidedAt: Date }>
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
  }>(
    `select amount_minor, account_number, coalesce(bank_code, bank_name) as bank, decided_at
     from credit_return where line_id = $1 order by decided_at`,
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
    })),
  }
}

type StoryRow = {
  id: string
  mode: Mode
  direction: 'credit' | 'debit'
  kind: string
  gross_minor: string
  settled_minor: string
  fee_minor: string
  booked_at: Date
  value_date: string
  session_id: string | null
  narration: string
  undoes: string | null
  account_id: string
  account_number: string
  account_name: string
  account_state: string
  business_name: string | null
  payer_account_number: string | null
  payer_account_mask: string | null
  payer_name: string | null
  payer_bank: string | null
  left_minor: string | null
  blocked_by: string | null
}

function toStory(row: StoryRow): Omit<CreditStory, 'sightings' | 'allocations' | 'returns'> {
  return {
    id: row.id,
    mode: row.mode,
    direction: row.direction,
    kind: row.kind,
    grossMinor: BigInt(row.gross_minor) + BigInt(row.fee_minor),
    settledMinor: BigInt(row.settled_minor),
    feeMinor: BigInt(row.fee_minor),
    bookedAt: row.booked_at,
    valueDate: row.value_date,
    sessionId: row.session_id,
    narration: row.narration,
    undoes: row.undoes,
    account: {
      id: row.account_id,
      number: row.account_number,
      name: row.account_name,
      state: row.account_state,
      businessName: row.business_name,
    },
    payer: {
      number: row.payer_account_number,
      mask: row.payer_account_mask,
      name: row.payer_name,
      bank: row.payer_bank,
    },
    fund: row.left_minor === null ? null : { leftMinor: BigInt(row.left_minor), blockedBy: row.blocked_by },
  }
}

/** So much of a credit, given to a buy; for a person to read. */
export type AllocationLine = Readonly<{
  lineId: string
  transactionId: string
  amountMinor: bigint
  evidence: string
  ground: string
  /** `matching`, or the case in which people decided it. */
  decidedBy: string
  at: Date
  /** False when a bank has taken it back. */
  stands: boolean
}>

/** Of a credit, or of a buy. */
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
