import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Resolution } from './resolution.ts'

export type NewRequest = Readonly<{
  id: string
  mode: Mode
  operatorId: string
  vendorAccountId?: string | undefined
  lineId?: string | undefined
  businessId?: string | undefined
  /** Facts of a request that concerns no bank line and no business. `subject` distinguishes such requests from each other. */
  facts?: Readonly<Record<string, unknown> & { subject: string }> | undefined
  summary: string
  /** The requested resolution, if it is already known. */
  resolution: Resolution | null
  at: Date
  dueAt: Date
}>

/** Returns the open case about a file imported for an account, if the import opened one. */
export async function findUnconfirmedImport(
  sql: Sql,
  accountId: string,
  sha256: string,
): Promise<string | undefined> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from case_file
     where kind = 'unconfirmed_import' and state <> 'resolved' and vendor_account_id = $1 and facts ->> 'subject' = $2`,
    [accountId, sha256],
  )
  return rows[0]?.id
}

/** Opens a request. Returns its id, or the id of an unresolved request about the same subject. */
export async function openRequest(sql: Sql, request: NewRequest): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    `select open_request($1, $2, $3, 'request', $4, $5, $6, $7, $11, $8, $9, $10) as id`,
    [
      request.operatorId,
      request.id,
      request.mode,
      request.vendorAccountId,
      request.lineId,
      request.businessId,
      request.summary,
      request.resolution,
      request.at,
      request.dueAt,
      request.facts ?? {},
    ],
  )
  return rows[0]?.id ?? ''
}
