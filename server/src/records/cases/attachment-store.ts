import { hash } from 'node:crypto'
import { type Keyring, SEALED_EXTRA_BYTES } from '../../kernel/keyring.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'

/** A file of a case, without its content. The number is that of the step that attached it. */
export type Attachment = Readonly<{
  number: number
  name: string
  bytes: number
  by: string | null
  at: Date
}>

/** Returns the files of a case, oldest first. */
export async function selectAttachments(sql: Sql, caseId: string): Promise<readonly Attachment[]> {
  const { rows } = await sql.query<Attachment>(
    `select a.sequence as number, a.name, octet_length(a.content) - $2 as bytes, o.name as by, s.at
     from case_attachment a join case_step s on s.case_id = a.case_id and s.sequence = a.sequence
     left join operator o on o.id = s.operator_id where a.case_id = $1 order by a.sequence`,
    [caseId, SEALED_EXTRA_BYTES],
  )
  return rows
}

/** What the content of a file is bound to: its case, and the hash in the sealed step that attached it. */
export const rowOfAttachment = (caseId: string, digest: string): string =>
  `case_attachment:${caseId}:${digest}`

/** Returns the content of a file, decrypted. Refuses a content whose hash is not in the sealed step that attached it. */
export async function readAttachment(
  sql: Sql,
  keys: Keyring,
  caseId: string,
  number: number,
): Promise<Readonly<{ name: string; content: Buffer }>> {
  const { rows } = await sql.query<{ name: string; content: Buffer; reason: string }>(
    `select a.name, a.content, s.reason from case_attachment a
     join case_step s on s.case_id = a.case_id and s.sequence = a.sequence where a.case_id = $1 and a.sequence = $2`,
    [caseId, number],
  )
  const [found] = rows
  if (found === undefined) throw new Refusal('not_found', `The case has no file ${number}.`)
  const digest = /SHA-256 ([0-9a-f]{64})\)$/.exec(found.reason)?.[1] ?? ''
  try {
    const content = keys.openBytes(rowOfAttachment(caseId, digest), found.content)
    if (hash('sha256', content, 'hex') === digest) return { name: found.name, content }
  } catch {
    // Not what this process encrypted for this case and hash.
  }
  throw new Refusal(
    'not_found',
    `File ${number} is not what was attached. Follow docs/runbooks/tampering-found.md.`,
  )
}
