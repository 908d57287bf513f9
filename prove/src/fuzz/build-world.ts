import type { AdminDeps } from '@afara/server/entry/admin/admin-session.ts'
import { codesOf, namesOf } from '@afara/server/records/banks/bank.ts'
import { nigerianBanks } from '@afara/server/records/banks/bank-directory.ts'
import { openVendorAccount } from '@afara/server/records/banks/open-vendor-account.ts'
import { resolveBank } from '@afara/server/records/banks/resolve-bank.ts'
import { generateKey } from '@afara/server/records/businesses/api-key.ts'
import { issueKey } from '@afara/server/records/businesses/issue-key.ts'
import { keyScopes } from '@afara/server/records/businesses/key-scope.ts'
import { rotateKey } from '@afara/server/records/businesses/rotate-key.ts'
import { setOperatorRate } from '@afara/server/records/rates/set-operator-rate.ts'
import type { Backstage } from './backstage.ts'
import { businessUuid, partyOf, UNLIMITED, WHY } from './create-backstage.ts'
import type { Party, PoorKeys, World } from './world.ts'

// More than ten thousand sells of the most that one may be.
const PLENTY_MINOR = 10n ** 18n

/** Everything that requests will name, through the service's own use cases. */
export async function buildWorld(deps: AdminDeps, backstage: Backstage): Promise<Omit<World, 'drills'>> {
  await setRates(deps)
  const first = await backstage.openBusiness({ label: 'one', balanceMinor: PLENTY_MINOR })
  const second = await openWithOwnAccount(deps, backstage)
  const third = await backstage.openBusiness({ label: 'three', balanceMinor: PLENTY_MINOR })
  const { secret } = await issueKey(deps, { ...wanted(first, keyScopes), mode: 'live' })
  const live = await partyOf(deps, { id: businessUuid(first), linkTag: first.linkTag }, 'live', secret)
  return {
    parties: [first, second, third, live],
    poorKeys: await makePoorKeys(deps, backstage, first),
    ...readBanks(),
  }
}

/** Set by hand, so that no source outside can make them stale. */
async function setRates(deps: AdminDeps): Promise<void> {
  for (const [pair, bid, ask] of [
    ['USD/NGN', '1450', '1452.75'],
    ['USDC/NGN', '1449', '1451'],
    ['USD/GBP', '0.75', '0.76'],
    ['USD/EUR', '0.86', '0.87'],
    ['USD/TRY', '42', '42.5'],
    ['USD/CNY', '7.1', '7.12'],
    ['USD/CHF', '0.8', '0.81'],
    ['USD/CAD', '1.4', '1.41'],
    ['USD/AED', '3.67', '3.68'],
    ['USD/KES', '129', '130'],
  ] as const) {
    await setOperatorRate(deps, { pair, bid, ask, expiresInHours: 24, ...WHY })
  }
}

/** A business that has an account of its own, and knows the shared ones too. */
async function openWithOwnAccount(deps: AdminDeps, backstage: Backstage): Promise<Party> {
  const party = await backstage.openBusiness({ label: 'two', balanceMinor: PLENTY_MINOR })
  const account = {
    name: 'TEST ONLY, DO NOT PAY: Fuzz’s “two”',
    accountNumber: '0000000099',
    business: party.linkTag,
  }
  await openVendorAccount(deps.pool, { mode: 'test', ...account, ...WHY })
  return partyOf(deps, { id: businessUuid(party), linkTag: party.linkTag }, 'test', party.key)
}

function wanted({ linkTag }: Party, scopes: readonly string[]) {
  return { business: linkTag, mode: 'test' as const, scopes, requestsPerWindow: UNLIMITED, ...WHY }
}

async function makePoorKeys(deps: AdminDeps, backstage: Backstage, party: Party): Promise<PoorKeys> {
  const revoked = await backstage.issueKey(party)
  await backstage.revokeKey(revoked.id)
  const expired = await backstage.issueKey(party)
  await rotateKey(deps, { keyId: expired.id, overlapHours: 0, ...WHY })
  const elsewhere = await issueKey(deps, { ...wanted(party, keyScopes), networks: ['203.0.113.0/24'] })
  const suspended = await backstage.openBusiness({ label: 'suspended' })
  await deps.pool.query(`update business_mode set status = 'suspended' where business_id = $1`, [
    businessUuid(suspended),
  ])
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

/** One character of the secret is another. */
function mistype(key: string): string {
  return key.replace(
    /_(.)([^_]{43}_)/,
    (_, first: string, rest: string) => `_${first === 'x' ? 'y' : 'x'}${rest}`,
  )
}

/** Everything that one can call a bank, sorted by whether it leads to one bank or several. */
function readBanks(): Pick<World, 'banks' | 'ambiguousBanks'> {
  const texts = new Set(
    nigerianBanks.banks.flatMap((bank) => [...namesOf(bank), ...codesOf(bank), bank.slug]),
  )
  const leading = (outcome: string) => [...texts].filter((text) => resolveBank(text).outcome === outcome)
  return { banks: leading('found'), ambiguousBanks: leading('ambiguous') }
}
