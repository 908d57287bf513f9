import type { Sql, Tenant } from '../../kernel/postgres/pool.ts'
import { type SignedRequest, toSignedJson } from '../keys/message-signature.ts'
import type {
  Batch,
  BatchState,
  FollowedRow,
  NameCheck,
  NewRow,
  NumberedProblem,
  RowOutcome,
  RowProblem,
} from './batch.ts'

// What the API reads and writes of batches. Reads run for one tenant, which sees only its own.

type Call = Readonly<{ tenant: Tenant; keyId: string; at: Date }>

/** Stores a batch and has it checked. Returns undefined, or after how many seconds the business may send so many rows. */
export async function insertBatch(
  sql: Sql,
  { tenant, keyId, at }: Call,
  batch: Readonly<{
    id: string
    rows: readonly NewRow[]
    problems: readonly NumberedProblem[]
    mostADay: number
    signed?: SignedRequest | undefined
  }>,
): Promise<number | undefined> {
  const { rows } = await sql.query<{ wait: number | null }>(
    'select make_batch($1, $2, $3, $4, $5, $6, $7, $8, $9) as wait',
    [
      batch.id,
      tenant.businessId,
      tenant.mode,
      keyId,
      JSON.stringify(batch.rows.map(toRow)),
      JSON.stringify(batch.problems),
      batch.mostADay,
      at,
      JSON.stringify(toSignedJson(batch.signed)) ?? null,
    ],
  )
  return rows[0]?.wait ?? undefined
}

function toRow(row: NewRow) {
  return {
    number: row.number,
    bank_name: row.bankName,
    account_number: row.accountNumber,
    account_name: row.accountName,
    amount: row.amount,
    given_reference: row.reference,
    bank_code: row.bankCode,
    amount_minor: row.amountMinor?.toString(),
    fee_minor: row.feeMinor?.toString(),
    reference: row.sellReference,
    has_own_reference: row.hasOwnReference,
  }
}

export type ConfirmOutcome =
  | 'confirmed'
  | 'same'
  | 'unknown'
  | 'checking'
  | 'cancelled'
  | 'problems'
  | 'nothing'
  | 'differs'
  | 'stale'
  | 'insufficient_balance'

export async function confirmBatch(
  sql: Sql,
  { tenant, keyId, at }: Call,
  confirmed: Readonly<{
    id: string
    rows: number
    totalMinor: bigint
    skipProblems: boolean
    signed?: SignedRequest | undefined
  }>,
): Promise<ConfirmOutcome> {
  const { rows } = await sql.query<{ outcome: ConfirmOutcome }>(
    'select confirm_batch($1, $2, $3, $4, $5, $6, $7, $8, $9) as outcome',
    [
      confirmed.id,
      tenant.businessId,
      tenant.mode,
      keyId,
      confirmed.rows,
      confirmed.totalMinor.toString(),
      confirmed.skipProblems,
      at,
      JSON.stringify(toSignedJson(confirmed.signed)) ?? null,
    ],
  )
  return rows[0]?.outcome ?? 'unknown'
}

export async function cancelBatch(
  sql: Sql,
  { tenant, keyId, at }: Call,
  id: string,
): Promise<'cancelled' | 'same' | 'unknown' | 'confirmed'> {
  const { rows } = await sql.query<{ outcome: 'cancelled' | 'same' | 'unknown' | 'confirmed' }>(
    'select cancel_batch($1, $2, $3, $4, $5) as outcome',
    [id, tenant.businessId, tenant.mode, keyId, at],
  )
  return rows[0]?.outcome ?? 'unknown'
}

type BatchRow = {
  id: string
  state: BatchState
  rowCount: number
  checkedRows: number
  payableRows: number | null
  totalMinor: string | null
  feeMinor: string | null
  createdAt: Date
  readyAt: Date | null
  confirmedAt: Date | null
  cancelledAt: Date | null
  completedAt: Date | null
}

/** Returns batches of the tenant, newest first: the one with this id, or those made before `before`. */
export async function selectBatches(
  sql: Sql,
  { id, before, most }: Readonly<{ id?: string; before?: string | undefined; most: number }>,
): Promise<Batch[]> {
  const { rows } = await sql.query<BatchRow>(
    `select b.id, case when o.outcome = 'cancelled' then 'cancelled' when e.batch_id is not null then 'completed'
         when o.outcome = 'confirmed' then 'paying' when d.batch_id is not null then 'ready' else 'checking' end as state,
       b.row_count as "rowCount",
       case when d.batch_id is not null then b.row_count
         else (select count(*)::integer from batch_check c where c.batch_id = b.id) end as "checkedRows",
       d.payable_rows as "payableRows", d.total_minor::text as "totalMinor", d.fee_minor::text as "feeMinor", b.created_at as "createdAt",
       d.at as "readyAt", case o.outcome when 'confirmed' then o.at end as "confirmedAt",
       case o.outcome when 'cancelled' then o.at end as "cancelledAt", e.at as "completedAt"
     from payout_batch b left join batch_ready d on d.batch_id = b.id left join batch_outcome o on o.batch_id = b.id
     left join batch_end e on e.batch_id = b.id
     where ($1::uuid is null or b.id = $1) and ($2::uuid is null or b.id < $2)
     order by b.id desc limit $3`,
    [id ?? null, before ?? null, most],
  )
  return rows.map(({ payableRows, totalMinor, feeMinor, ...batch }) => ({
    ...batch,
    preview:
      payableRows === null || totalMinor === null || feeMinor === null
        ? undefined
        : { payableRows, totalMinor: BigInt(totalMinor), feeMinor: BigInt(feeMinor) },
  }))
}

const OUTCOME = `case when s.transaction_id is not null then case when t.status = 'completed' then 'paid'
      when t.status = any (statuses_ended()) then 'returned' else 'paying' end
    when f.batch_id is not null then 'refused'
    when o.outcome is distinct from 'confirmed' then 'none'
    when exists (select from batch_problem p where p.batch_id = r.batch_id and p.number = r.number) then 'skipped'
    else 'waiting' end`

const FOLLOWED = `batch_row r left join batch_outcome o on o.batch_id = r.batch_id
    left join batch_sell s on s.batch_id = r.batch_id and s.number = r.number
    left join transaction t on t.id = s.transaction_id
    left join batch_refusal f on f.batch_id = r.batch_id and f.number = r.number`

/** How many rows have each outcome, and how many each problem. */
export async function countOutcomes(
  sql: Sql,
  id: string,
): Promise<
  Readonly<{
    outcomes: Readonly<Partial<Record<RowOutcome, number>>>
    problems: ReadonlyArray<Readonly<{ code: string; rows: number }>>
  }>
> {
  const { rows } = await sql.query<{ outcome: RowOutcome; count: number }>(
    `select ${OUTCOME} as outcome, count(*)::integer as count from ${FOLLOWED} where r.batch_id = $1 group by 1`,
    [id],
  )
  const { rows: problems } = await sql.query<{ code: string; rows: number }>(
    'select code, count(*)::integer as rows from batch_problem where batch_id = $1 group by 1 order by 2 desc, 1',
    [id],
  )
  return { outcomes: Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count])), problems }
}

type FollowedSqlRow = Omit<FollowedRow, 'amountMinor' | 'refusal'> & {
  amountMinor: string | null
  refusalCode: string | null
  refusalMessage: string | null
  problems: RowProblem[]
  nameCheck: NameCheck | null
}

/** Returns rows of a batch after this number, in their order. */
export async function selectRows(
  sql: Sql,
  {
    id,
    after,
    most,
    onlyProblems,
  }: Readonly<{ id: string; after: number; most: number; onlyProblems: boolean }>,
): Promise<FollowedRow[]> {
  const { rows } = await sql.query<FollowedSqlRow>(
    `select r.number, r.bank_name as "bankName", r.account_number as "accountNumber", r.account_name as "accountName", r.amount,
       r.given_reference as reference, r.bank_code as "bankCode", r.amount_minor::text as "amountMinor", r.reference as "sellReference",
       c.outcome as "nameCheck", c.account_name as "bankAccountName", ${OUTCOME} as outcome, f.code as "refusalCode",
       f.message as "refusalMessage", s.transaction_id as "transactionId", t.status as "transactionStatus",
       array(select json_build_object('code', p.code, 'field', p.field, 'message', p.message) from batch_problem p
         where p.batch_id = r.batch_id and p.number = r.number order by p.code) as problems
     from ${FOLLOWED} left join batch_check c on c.batch_id = r.batch_id and c.number = r.number
     where r.batch_id = $1 and r.number > $2
       and (not $4 or exists (select from batch_problem p where p.batch_id = r.batch_id and p.number = r.number))
     order by r.number limit $3`,
    [id, after, most, onlyProblems],
  )
  return rows.map(({ amountMinor, refusalCode, refusalMessage, ...row }) => ({
    ...row,
    amountMinor: amountMinor === null ? null : BigInt(amountMinor),
    refusal:
      refusalCode === null || refusalMessage === null ? null : { code: refusalCode, message: refusalMessage },
  }))
}
