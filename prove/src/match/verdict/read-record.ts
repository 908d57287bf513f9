import type { Stage } from '../drive/stage.ts'

export type AllocationRow = Readonly<{
  lineId: string
  buyId: string
  amountMinor: bigint
  evidence: string
  ground: string
  decidedBy: string
  at: Date
  isEnded: boolean
}>

/** Rows of PostgreSQL at the end. */
export type Record = Readonly<{
  allocations: readonly AllocationRow[]
  buys: ReadonlyMap<string, Readonly<{ status: string; amountMinor: bigint }>>
  /** Remainder of each line, which is there or was returned. */
  left: ReadonlyMap<string, bigint>
  /** Ledger balance of each account. */
  inBank: ReadonlyMap<string, bigint>
  credits: number
  /** Kinds of the cases of each line. */
  cases: ReadonlyMap<string, readonly string[]>
  casesByKind: ReadonlyMap<string, number>
}>

export async function readRecord({ pools: { worker } }: Stage): Promise<Record> {
  const read = async <Row extends object>(text: string): Promise<Row[]> => {
    const { rows } = await worker.query<Row>(text)
    return rows
  }
  const allocations = await read<{ [column: string]: string } & { at: Date; is_ended: boolean }>(
    `select a.line_id, a.transaction_id, a.amount_minor, a.evidence, a.ground, a.decided_by, a.at, s.id is null as is_ended
     from allocation a left join standing_allocation s on s.id = a.id order by a.at, a.id`,
  )
  const buys = await read<{ id: string; status: string; amount_minor: string }>(
    // A payment within the tolerance pays a buy with another amount than was requested.
    `select t.id, t.status, coalesce(e.data ->> 'paid_minor', t.amount_minor::text) as amount_minor
     from transaction t left join transaction_event e on e.transaction_id = t.id and e.sequence > 1 and e.data ? 'paid_minor'
     where t.type = 'buy'`,
  )
  const funds = await read<{ line_id: string; left_minor: string }>(
    `select line_id, sum(minor)::text as left_minor from (
       select line_id, left_minor::numeric as minor from credit_fund
       union all select line_id, amount_minor::numeric from credit_return where transaction_id is null) f group by line_id`,
  )
  const banks = await read<{ owner: string; sum: string }>(
    `select owner, sum(amount)::text as sum from (
       select debit_owner as owner, amount_minor as amount from posting where debit_kind = 'bank'
       union all select credit_owner, -amount_minor::numeric from posting where credit_kind = 'bank') p group by owner`,
  )
  const [lines] = await read<{ count: number }>(
    `select count(*)::int as count from bank_line where direction = 'credit'`,
  )
  const cases = await read<{ line_id: string | null; kind: string }>(
    'select line_id, kind::text from case_file',
  )
  const byLine = Map.groupBy(cases, ({ line_id }) => line_id ?? '')
  return {
    allocations: allocations.map((row) => ({
      lineId: row['line_id'] ?? '',
      buyId: row['transaction_id'] ?? '',
      amountMinor: BigInt(row['amount_minor'] ?? 0),
      evidence: row['evidence'] ?? '',
      ground: row['ground'] ?? '',
      decidedBy: row['decided_by'] ?? '',
      at: row.at,
      isEnded: row.is_ended,
    })),
    buys: new Map(buys.map((row) => [row.id, { status: row.status, amountMinor: BigInt(row.amount_minor) }])),
    left: new Map(funds.map((row) => [row.line_id, BigInt(row.left_minor)])),
    inBank: new Map(banks.map((row) => [row.owner, BigInt(row.sum)])),
    credits: lines?.count ?? 0,
    cases: new Map([...byLine].map(([line, rows]) => [line, rows.map(({ kind }) => kind)])),
    casesByKind: new Map(
      [...Map.groupBy(cases, ({ kind }) => kind)].map(([kind, rows]) => [kind, rows.length]),
    ),
  }
}
