import { newId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'

export type AuditLine = Readonly<{
  /** An operator's id, or `system:…` for what no person did. */
  actor: string
  /** The second person, where the rule asks for two. */
  approvedBy?: string | undefined
  /** `noun.verb_in_the_past`, for example `key.revoked`. */
  action: string
  /** The id, as people see it, of what was changed. */
  subject: string
  reason: string
  /** What a reader needs to understand the change. Never a secret. */
  details?: Readonly<Record<string, unknown>>
}>

/** Writes the line in the caller's transaction, so that the change and its record are one commit. */
export async function appendAudit(sql: Sql, line: AuditLine): Promise<void> {
  const reason = requireReason(line.reason)
  await sql.query(
    `insert into audit (id, actor, approved_by, action, subject, reason, details)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [newId(), line.actor, line.approvedBy, line.action, line.subject, reason, line.details ?? {}],
  )
}

/** For callers that change something before the line is written. */
export function requireReason(text: string): string {
  const reason = text.trim()
  if (reason !== '') return reason
  throw new Refusal('reason_required', 'Pass a reason. It is stored with the change.')
}
