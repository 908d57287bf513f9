import type { Sql } from '../../kernel/postgres/pool.ts'
import type { CaseFile, CaseStep } from './case-file.ts'

const COLUMNS = `c.id, c.mode, c.kind, c.vendor_account_id as "vendorAccountId", c.line_id as "lineId",
  c.transaction_id as "transactionId", c.business_id as "businessId", c.summary, c.facts, c.proposal,
  c.opened_at as "openedAt", c.due_at as "dueAt", c.state, c.owner_id as "ownerId", c.resolution, c.seen,
  c.proposed_by as "proposedBy", c.approved_by as "approvedBy", c.ended, c.resolved_at as "resolvedAt", c.version`

export async function findCase(sql: Sql, id: string): Promise<CaseFile | undefined> {
  const { rows } = await sql.query<CaseFile>(`select ${COLUMNS} from case_file c where c.id = $1`, [id])
  return rows[0]
}

/** Locked until the caller's transaction ends, so that two who decide follow each other. */
export async function lockCase(sql: Sql, id: string): Promise<CaseFile | undefined> {
  const { rows } = await sql.query<CaseFile>(
    `select ${COLUMNS} from case_file c where c.id = $1 for update`,
    [id],
  )
  return rows[0]
}

/** Of a credit; of a buy, also those about credits that it was given. The newest last. */
export async function selectCasesAround(
  sql: Sql,
  { kind, id }: Readonly<{ kind: 'credit' | 'transaction'; id: string }>,
): Promise<CaseFile[]> {
  const { rows } = await sql.query<CaseFile>(
    `select ${COLUMNS} from case_file c
     where ${kind === 'credit' ? 'c.line_id = $1' : 'c.transaction_id = $1 or c.line_id in (select a.line_id from allocation a where a.transaction_id = $1)'}
       or (c.kind = 'unconfirmed_import' and c.id in (select f.blocked_by from credit_fund f where f.line_id = $1))
     order by c.opened_at, c.id`,
    [id],
  )
  return rows
}

/** What the caller's transaction has opened so far. */
export async function selectCasesOfThisCommit(sql: Sql): Promise<CaseFile[]> {
  const { rows } = await sql.query<CaseFile>(
    `select ${COLUMNS} from case_file c where c.state <> 'resolved' and c.xid = pg_current_xact_id()::text::bigint
     order by c.due_at, c.id`,
  )
  return rows
}

/** The question that is open about a lane of ours, if there is one: why it is halted. */
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
