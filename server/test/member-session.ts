import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { newId } from '../src/kernel/ids/ids.ts'
import type { Mode } from '../src/kernel/mode.ts'
import type { Sql } from '../src/kernel/postgres/pool.ts'
import { insertMember } from '../src/records/people/member-store.ts'
import { insertPersonPasskey } from '../src/records/people/person-passkey-store.ts'
import type { MemberRole } from '../src/records/people/role-actions.ts'
import { startSession } from '../src/records/people/start-session.ts'
import { scopesOf, signTenantToken, type TenantToken } from '../src/records/people/tenant-token.ts'
import { tokenKeyPair } from './integration/test-api.ts'

export type MemberSession = Readonly<{
  memberId: string
  sessionId: string
  /** Signs a new token of this session, as the people process does. */
  token(mode: Mode, changed?: Partial<TenantToken>): string
}>

/** Creates a member of a business who has signed in. */
export async function createMemberSession(
  sql: Sql,
  businessId: string,
  role: MemberRole,
): Promise<MemberSession> {
  const at = new Date()
  const id = newId()
  const who = { id, email: `${id}@business.test`, name: `A member with the role ${role}` }
  await insertMember(sql, { ...who, businessId, role, at })
  const person = {
    side: 'member',
    ...who,
    isEmailConfirmed: true,
    signsFrom: null,
    memberships: [{ businessId, role }],
  } as const
  const { credentialId, publicKeyCose: publicKey } = softwarePasskey(id)
  const passkeyId = newId()
  const passkey = { id: passkeyId, credentialId, publicKey, signCount: 0, name: 'a test', at }
  await insertPersonPasskey(sql, person, passkey)
  const how = { method: 'passkey', client: 'browser', userAgent: 'a test' } as const
  const { session } = await startSession(sql, { id: passkeyId, person }, how, at)
  return {
    memberId: id,
    sessionId: session.id,
    token: (mode, changed = {}) =>
      signTenantToken(tokenKeyPair.privateKey, {
        businessId,
        mode,
        memberId: id,
        sessionId: session.id,
        scopes: scopesOf(role),
        expiresAtMs: Date.now() + 60_000,
        ...changed,
      }),
  }
}
