import type { AdminDeps } from '@afara/server/entry/admin/admin-session.ts'
import { keyScopes } from '@afara/server/records/keys/key-rights.ts'
import { generateKey } from '@afara/server/records/keys/key-text.ts'
import { issueKey, rotateKey } from '@afara/server/records/keys/manage-keys.ts'
import type { Backstage } from './backstage.ts'
import { businessUuid, UNLIMITED, WHY } from './create-backstage.ts'
import type { Party, PoorKeys } from './world.ts'

/** Makes one key for every reason to refuse a key. */
export async function makePoorKeys(deps: AdminDeps, backstage: Backstage, party: Party): Promise<PoorKeys> {
  const revoked = await backstage.issueKey(party)
  await backstage.revokeKey(revoked.id)
  const expired = await backstage.issueKey(party)
  await rotateKey(deps, { keyId: expired.id, overlapHours: 0, ...WHY })
  const elsewhere = await issueKey(deps, { ...wanted(party, keyScopes), networks: ['203.0.113.0/24'] })
  const suspended = await backstage.openBusiness({ label: 'suspended' })
  await deps.pool.query(
    `update business_mode set status = 'suspended' where business_id = $1 and status <> 'pending'`,
    [businessUuid(suspended)],
  )
  return {
    unknown: generateKey({ mode: 'test', cell: deps.cell }),
    wrongCell: generateKey({ mode: 'test', cell: 'nowhere' }),
    mistyped: mistype(party.key),
    revoked: revoked.secret,
    expired: expired.secret,
    elsewhere: elsewhere.secret,
    suspended: suspended.key,
    readOnly: (await issueKey(deps, wanted(party, ['read']))).secret,
    withoutPayouts: (await issueKey(deps, wanted(party, ['read', 'buy', 'sell']))).secret,
  }
}

/** Changes one character of the secret. */
function mistype(key: string): string {
  return key.replace(
    /_(.)([^_]{43}_)/,
    (_, first: string, rest: string) => `_${first === 'x' ? 'y' : 'x'}${rest}`,
  )
}

function wanted({ linkTag }: Party, scopes: readonly string[]) {
  return { business: linkTag, mode: 'test' as const, scopes, requestsPerWindow: UNLIMITED, ...WHY }
}
