import { newId } from '../../../kernel/ids/ids.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { sealBytes } from '../../../kernel/seal-bytes.ts'
import type { PersonId } from '../person.ts'
import type { Token } from '../secret-token.ts'
import type { LinkKind } from './mail-content.ts'
import { queueMail } from './mail-store.ts'

/**
 * Stores a mail with a link. Its token is kept, encrypted, until the mail server has the mail: so every attempt sends the same link, and a
 * copy of the database opens none.
 */
export async function queueLink(
  sql: Sql,
  mailKey: Buffer,
  person: PersonId,
  link: Readonly<{ kind: LinkKind; token: Token; at: Date; expiresAt: Date }>,
): Promise<void> {
  const id = newId()
  await queueMail(sql, person, {
    id,
    kind: link.kind,
    details: {},
    sealed: sealBytes(mailKey, id, Buffer.from(link.token.text)),
    expiresAt: link.expiresAt,
    at: link.at,
  })
}
