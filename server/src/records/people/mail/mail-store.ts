import type { Sql } from '../../../kernel/postgres/pool.ts'
import type { PersonId } from '../person.ts'
import { ownerColumns } from '../person-store.ts'
import type { MailKind } from './mail-content.ts'

/** Stores a mail in the transaction of what it announces. The worker sends it after the commit. */
export async function queueMail(
  sql: Sql,
  person: PersonId,
  mail: Readonly<{
    id: string
    kind: MailKind
    details: object
    /** The encrypted token of its link, if it has one. */
    sealed: Buffer | null
    expiresAt: Date
    at: Date
  }>,
): Promise<void> {
  await sql.query(`select queue_mail($1, $2, $3, $4, $5, $6, $7, $8)`, [
    mail.id,
    ...ownerColumns(person),
    mail.kind,
    JSON.stringify(mail.details),
    mail.sealed,
    mail.expiresAt,
    mail.at,
  ])
}

/** A mail that waits to be sent. */
export type WaitingMail = Readonly<{
  kind: MailKind
  details: Readonly<Record<string, unknown>>
  sealed: Buffer | null
  expiresAt: Date
  email: string
  name: string
  isDisabled: boolean
}>

/** Returns undefined if the mail was sent or given up. */
export async function findMailToSend(sql: Sql, id: string): Promise<WaitingMail | undefined> {
  const { rows } = await sql.query<WaitingMail>(
    `select kind, details, sealed, expires_at as "expiresAt", email, name, is_disabled as "isDisabled" from mail_to_send($1)`,
    [id],
  )
  return rows[0]
}

/** Records that the mail server took a mail, or that it is given up. Forgets the token of its link. Safe to repeat. */
export async function endMail(sql: Sql, id: string, outcome: 'sent' | 'given_up', at: Date): Promise<void> {
  await sql.query(`select end_mail($1, $2, $3)`, [id, outcome === 'sent', at])
}
