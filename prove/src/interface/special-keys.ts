import { formatId } from '@afara/server/kernel/ids/ids.ts'
import { generateKey } from '@afara/server/records/keys/key-text.ts'
import { issueKey, revokeKey, rotateKey } from '@afara/server/records/keys/manage-keys.ts'
import { type HouseDeps, type Party, why } from './parties.ts'

/** The only address that the listed key may be used from. */
export const listedAddress = '127.0.77.7'

/** Requests of the slow key per window, and the number that a process reserves at once. */
export const slowLimit = 20
export const slowBlock = 2

export type SpecialKeys = Awaited<ReturnType<typeof issueSpecialKeys>>

/** Issues special keys of one business in test mode, and adds texts that are not keys. */
export async function issueSpecialKeys(deps: HouseDeps, { linkTag }: Party) {
  const issue = async (more: Partial<Parameters<typeof issueKey>[1]>) =>
    issueKey(deps, { business: linkTag, mode: 'test', requestsPerWindow: 100_000, ...why, ...more })
  const secret = async (more: Partial<Parameters<typeof issueKey>[1]>) => (await issue(more)).secret
  const idOf = ({ key }: Awaited<ReturnType<typeof issue>>) => ({ keyId: formatId('key', key.id) })

  const revoked = await issue({})
  await revokeKey(deps, { ...idOf(revoked), ...why })
  const expired = await issue({})
  await rotateKey(deps, { ...idOf(expired), overlapHours: 0, ...why })
  const rotated = await issue({})
  const successor = await rotateKey(deps, { ...idOf(rotated), overlapHours: 1, ...why })
  const good = await secret({})
  return {
    withDefaultScopes: good,
    readOnly: await secret({ scopes: ['read'] }),
    buyOnly: await secret({ scopes: ['buy'] }),
    sellOnly: await secret({ scopes: ['sell'] }),
    payoutsOnly: await secret({ scopes: ['payouts'] }),
    listed: await secret({ networks: [`${listedAddress}/32`] }),
    listedReadOnly: await secret({ networks: [`${listedAddress}/32`], scopes: ['read'] }),
    slow: await secret({ requestsPerWindow: slowLimit }),
    slowShared: await secret({ requestsPerWindow: slowLimit }),
    revoked: revoked.secret,
    expired: expired.secret,
    rotated: rotated.secret,
    successor: successor.secret,
    neverIssued: generateKey({ mode: 'test', cell: deps.cell }),
    ofAnotherCell: generateKey({ mode: 'test', cell: 'other1' }),
    mistyped: good.slice(0, -1) + (good.endsWith('2') ? '3' : '2'),
  }
}
