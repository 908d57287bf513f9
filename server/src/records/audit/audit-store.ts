import { newId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'

export type AuditLine = Readonly<{
  /** An operator's id, or `system:…` for a change that the system made. */
  actor: string
  /** The second operator, if the rule requires two. */
  approvedBy?: string | undefined
  /** `noun.verb_in_the_past`, for example `key.revoked`. */
  action: string
  /** Public id of the changed object. */
  subject: string
  reason: string
  /** Facts that explain the change to a reader. Must not contain a secret. */
  details?: Readonly<Record<string, unknown>>
}>

/** Writes the audit line in the caller's transaction, so that the change and its audit commit together. */
export async function appendAudit(sql: Sql, line: AuditLine): Promise<void> {
  const reason = requireReason(line.reason)
  await sql.query(
    `insert into audit (id, actor, approved_by, action, subject, reason, details)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [newId(), line.actor, line.approvedBy, line.action, line.subject, reason, line.details ?? {}],
  )
}

/** Checks the reason early, for callers that change something before they write the audit line. */
export function requireReason(text: string): string {
  const reason = text.trim()
  if (reason !== '') return reason
  throw new Refusal('reason_required', 'Pass a reason. It is stored with the change.')
}
