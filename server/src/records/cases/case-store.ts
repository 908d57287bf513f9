import { formatId, parseId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { CaseFile, CaseKind, CaseState, CaseStep } from './case-file.ts'

const COLUMNS = `c.id, c.mode, c.kind, c.vendor_account_id as "vendorAccountId", c.line_id as "lineId",
  c.transaction_id as "transactionId", c.business_id as "businessId", c.summary, c.facts, c.proposal,
  c.opened_at as "openedAt", c.due_at as "dueAt", c.state, c.owner_id as "ownerId", c.resolution, c.seen,
  c.proposed_by as "proposedBy", c.approved_by as "approvedBy", c.ended, c.resolved_at as "resolvedAt", c.version`

export async function findCase(sql: Sql, id: string): Promise<CaseFile | undefined> {
  const { rows } = await sql.query<CaseFile>(`select ${COLUMNS} from case_file c where c.id = $1`, [id])
  return rows[0]
}

/** Locks the case until the caller's transaction ends, so that two decisions run in order. */
export async function lockCase(sql: Sql, id: string): Promise<CaseFile | undefined> {
  const { rows } = await sql.query<CaseFile>(
    `select ${COLUMNS} from case_file c where c.id = $1 for update`,
    [id],
  )
  return rows[0]
}

/**
 * Returns the cases of a credit or a transaction, oldest first. Cases about credits that were allocated to the transaction are included.
 */
export async function selectCasesAround(
  sql: Sql,
  { kind, id }: Readonly<{ kind: 'credit' | 'transaction'; id: string }>,
): Promise<CaseFile[]> {
  const { rows } = await sql.query<CaseFile>(
    `select ${COLUMNS} from case_file c
     where ${kind === 'credit' ? 'c.line_id = $1' : 'c.transaction_id = $1 or c.line_id in (select a.line_id from allocation a where a.transaction_id = $1) or c.id in (select o.case_id from overdue_transaction o where o.transaction_id = $1)'}
       or (c.kind = 'unconfirmed_import' and c.id in (select f.blocked_by from credit_fund f where f.line_id = $1))
     order by c.opened_at, c.id`,
    [id],
  )
  return rows
}

/** Returns the unresolved cases that the caller's transaction opened so far. */
export async function selectCasesOfThisCommit(sql: Sql): Promise<CaseFile[]> {
  const { rows } = await sql.query<CaseFile>(
    `select ${COLUMNS} from case_file c where c.state <> 'resolved' and c.xid = pg_current_xact_id()::text::bigint
     order by c.due_at, c.id`,
  )
  return rows
}

/** Returns the unresolved cases that were opened at the same time as this one and about the same account. */
export async function selectCasesOpenedWith(sql: Sql, caseId: string): Promise<CaseFile[]> {
  const { rows } = await sql.query<CaseFile>(
    `select ${COLUMNS} from case_file c join case_file o on o.vendor_account_id = c.vendor_account_id and o.opened_at = c.opened_at
     where o.id = $1 and c.state <> 'resolved' order by c.due_at, c.id`,
    [caseId],
  )
  return rows
}

/** Returns the open case that explains why one of our lanes is halted, if there is one. */
export async function findCaseOfLane(sql: Sql, laneId: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ id: string }>(
    `select c.id from case_file c
     where c.state <> 'resolved' and c.kind in ('lane_halted', 'restored') and c.facts ->> 'subject' = $1
     order by c.opened_at limit 1`,
    [laneId],
  )
  return rows[0]?.id
}

export async function selectSteps(sql: Sql, caseId: string): Promise<CaseStep[]> {
  const { rows } = await sql.query<CaseStep>(
    `select s.sequence, s.operator_id as "operatorId", o.name as "operatorName", s.action, s.resolution, s.reason, s.at
     from case_step s left join operator o on o.id = s.operator_id where s.case_id = $1 order by s.sequence`,
    [caseId],
  )
  return rows
}

/** A case as a row of a list. */
export type CaseRow = Readonly<{
  id: string
  mode: Mode
  kind: CaseKind
  state: CaseState
  /** Remaining amount of the credit, else the amount of the line or the transaction. Null: no money is involved. */
  amountMinor: bigint | null
  /** Name of the business, else the payer, else the number of our account. */
  who: string | null
  ownerName: string | null
  ownerId: string | null
  proposedBy: string | null
  resolution: Readonly<Record<string, unknown>> | null
  proposal: Readonly<Record<string, unknown>> | null
  openedAt: Date
  dueAt: Date
}>

type CaseFilter = Readonly<{
  kind?: CaseKind | undefined
  mode?: Mode | undefined
  /** Undefined: all unresolved cases. */
  state?: CaseState | undefined
  ownerId?: string | undefined
  /** Only cases that nobody took. */
  isUnowned?: boolean | undefined
  /** Part of the name of the business or the payer. */
  who?: string | undefined
  businessId?: string | undefined
  leastMinor?: bigint | undefined
}>

/** Returns cases by due time, most overdue first. */
export async function selectCases(sql: Sql, filter: CaseFilter, most: number): Promise<CaseRow[]> {
  const { rows } = await sql.query<Omit<CaseRow, 'amountMinor'> & { amountMinor: string | null }>(
    `select c.id, c.mode, c.kind, c.state, c.resolution, c.proposal, c.opened_at as "openedAt", c.due_at as "dueAt",
       c.owner_id as "ownerId", c.proposed_by as "proposedBy", coalesce(f.left_minor, l.gross_minor, t.amount_minor) as "amountMinor",
       coalesce(b.name, f.payer_name, p.payer_name, 'account ' || v.account_number) as who, o.name as "ownerName"
     from case_file c
     left join credit_fund f on f.line_id = c.line_id
     left join bank_line l on l.id = c.line_id
     left join transaction t on t.id = c.transaction_id
     left join business b on b.id = coalesce(c.business_id, t.business_id)
     left join operator o on o.id = c.owner_id
     left join vendor_account v on v.id = c.vendor_account_id
     left join lateral (select k.payer_name from bank_line_known_payer k where k.line_id = c.line_id) p on f.line_id is null
     where ($1::case_kind is null or c.kind = $1) and ($2::mode is null or c.mode = $2)
       and case when $3::text is null then c.state <> 'resolved' else c.state = $3 end
       and ($4::uuid is null or c.owner_id = $4) and ($6::boolean is not true or c.owner_id is null)
       and ($7::text is null or position(lower($7) in lower(coalesce(b.name, f.payer_name, p.payer_name, v.account_number, ''))) > 0)
       and ($8::numeric is null or coalesce(f.left_minor, l.gross_minor, t.amount_minor)::numeric >= $8)
       and ($9::uuid is null or coalesce(c.business_id, t.business_id) = $9)
     order by c.due_at, c.id limit $5`,
    [
      filter.kind,
      filter.mode,
      filter.state,
      filter.ownerId,
      most,
      filter.isUnowned,
      filter.who,
      filter.leastMinor?.toString(),
      filter.businessId,
    ],
  )
  return rows.map((row) => ({
    ...row,
    amountMinor: row.amountMinor === null ? null : BigInt(row.amountMinor),
  }))
}

/** Finds a case by its public id. */
export async function requireCase(sql: Sql, caseId: string): Promise<CaseFile> {
  const id = parseId('case', caseId)
  const file = id === undefined ? undefined : await findCase(sql, id)
  if (file !== undefined) return file
  throw new Refusal(
    'case_unknown',
    `No case is called "${caseId}". Copy its id (cas_…) from "npx afara ops cases".`,
  )
}

/** Finds and locks a case for a step. A resolved case accepts no more steps. */
export async function requireOpenCase(sql: Sql, caseId: string): Promise<CaseFile> {
  const { id } = await requireCase(sql, caseId)
  const file = await lockCase(sql, id)
  if (file !== undefined && file.state !== 'resolved') return file
  throw new Refusal(
    'case_resolved',
    `${formatId('case', id)} is closed. See the decision with "npx afara ops show ${formatId('case', id)}".`,
  )
}

/** Refusal for a step on a case whose version has changed since it was read. */
export function caseMoved(caseId: string): Refusal {
  return new Refusal(
    'case_moved',
    `${formatId('case', caseId)} has just changed. Read it again with "npx afara ops show ${formatId('case', caseId)}".`,
  )
}

const CASES_A_SWEEP = 500

/**
 * Closes cases about buys, sells, floats, disagreeing nodes and quarantined transfers that later events have answered. Returns how many.
 * Safe to repeat.
 */
export async function closeOutlivedCases(sql: Sql, at: Date): Promise<number> {
  const { rows } = await sql.query<{ closed: number }>(
    'select close_outlived_cases($1, $2) + close_outlived_doubts($1) + close_outlived_quarantines($1) as closed',
    [at, CASES_A_SWEEP],
  )
  return rows[0]?.closed ?? 0
}

/** Tells the owners of cases that are due soon or overdue, once for each. Returns how many mails were queued. */
export async function remindCaseOwners(sql: Sql, at: Date): Promise<number> {
  const { rows } = await sql.query<{ told: number }>('select remind_case_owners($1) as told', [at])
  return rows[0]?.told ?? 0
}

const OVERDUE_A_SWEEP = 2_000

/** Adds overdue transactions to the case of their cause. Returns how many were added; above 0 there may be more. */
export async function keepOverdueCases(sql: Sql, at: Date): Promise<number> {
  const { rows } = await sql.query<{ given: number }>('select keep_overdue_cases($1, $2) as given', [
    at,
    OVERDUE_A_SWEEP,
  ])
  return rows[0]?.given ?? 0
}

/** Returns the transactions of an `overdue` case, longest overdue first, and their total count. */
export async function selectOverdueOf(
  sql: Sql,
  caseId: string,
  most: number,
): Promise<{ count: number; first: ReadonlyArray<Readonly<{ id: string; expectedBy: Date }>> }> {
  const { rows } = await sql.query<{ id: string; expectedBy: Date; count: number }>(
    `select transaction_id as id, expected_by as "expectedBy", count(*) over ()::integer as count
     from overdue_transaction where case_id = $1 order by expected_by, transaction_id limit $2`,
    [caseId, most],
  )
  return { count: rows[0]?.count ?? 0, first: rows }
}
