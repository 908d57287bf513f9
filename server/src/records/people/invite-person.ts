import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { sealBytes } from '../../kernel/seal-bytes.ts'
import { appendAudit } from '../audit/audit-store.ts'
import {
  insertDecidedInvitation,
  insertInvitation,
  insertMemberInvitation,
  revokeInvitation,
} from './invitation-store.ts'
import { queueLink } from './mail/queue-link.ts'
import { idOf, type PersonId } from './person.ts'
import { newInvitationToken } from './secret-token.ts'

/** How long a person has to accept an invitation. PostgreSQL refuses more than seven days. */
const INVITATION_MS = 3 * 24 * 3_600_000

/**
 * Invites a person by mail to enrol a passkey, with the rights of the owner. Returns the token, which is shown once. An earlier open
 * invitation is revoked. `mailKey` encrypts the token until the mail is sent.
 */
export async function invitePerson(
  sql: Sql,
  { clock, mailKey }: Readonly<{ clock: Clock; mailKey: Buffer }>,
  person: PersonId,
  by: Readonly<{ actor: string; reason: string }>,
): Promise<string> {
  const now = clock.now()
  const token = newInvitationToken()
  const isRepeated = await revokeInvitation(sql, person, now)
  const expiresAt = new Date(now.getTime() + INVITATION_MS)
  const invitation = { id: newId(), invitedBy: by.actor, createdAt: now, expiresAt }
  await insertInvitation(sql, person, invitation, token.hash)
  await queueLink(sql, mailKey, person, { kind: 'invitation', token, at: now, expiresAt })
  await appendAudit(sql, {
    ...by,
    action: 'person.invited',
    subject: idOf(person),
    details: { repeated: isRepeated },
  })
  return token.text
}

/** Issues the invitation that two operators decided, in the commit of the approval. An earlier open one of the person is revoked. */
export async function issueDecidedInvitation(
  sql: Sql,
  mailKey: Buffer,
  caseId: string,
  at: Date,
): Promise<void> {
  await insertDecidedInvitation(sql, caseId, newMailedLink(mailKey, at), at)
}

/** Invites a member by mail. An earlier open invitation is revoked. */
export async function issueMemberInvitation(
  sql: Sql,
  { clock, mailKey }: Readonly<{ clock: Clock; mailKey: Buffer }>,
  memberId: string,
  by: Readonly<{ actor: string; reason: string }>,
): Promise<void> {
  const at = clock.now()
  const details = {
    repeated: await insertMemberInvitation(sql, memberId, by.actor, newMailedLink(mailKey, at), at),
  }
  const subject = idOf({ side: 'member', id: memberId })
  await appendAudit(sql, { ...by, action: 'person.invited', subject, details })
}

/** Makes a link that leaves only by mail: nobody sees it before its person. */
function newMailedLink(mailKey: Buffer, at: Date) {
  const token = newInvitationToken()
  const mailId = newId()
  return {
    id: newId(),
    hash: token.hash,
    mailId,
    sealed: sealBytes(mailKey, mailId, Buffer.from(token.text)),
    expiresAt: new Date(at.getTime() + INVITATION_MS),
  }
}
