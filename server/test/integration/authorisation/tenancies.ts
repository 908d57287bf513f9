import { hash } from 'node:crypto'
import { issueLiveKey } from '@afara/stack/authenticator/decide-live.ts'
import { hireOperator } from '@afara/stack/authenticator/software-signing.ts'
import { enrolWallet } from '@afara/stack/postgres/enrol-wallet.ts'
import { goLive } from '@afara/stack/postgres/go-live.ts'
import { getAddress } from 'viem'
import { systemClock as clock } from '../../../src/kernel/clock/clock.ts'
import { formatId } from '../../../src/kernel/ids/ids.ts'
import type { Mode } from '../../../src/kernel/mode.ts'
import type { Pool } from '../../../src/kernel/postgres/pool.ts'
import { openVendorAccount } from '../../../src/records/banks/manage-vendor-accounts.ts'
import { createBusiness } from '../../../src/records/businesses/manage-business.ts'
import { keyScopes } from '../../../src/records/keys/key-rights.ts'
import { generateKey } from '../../../src/records/keys/key-text.ts'
import { issueKey, revokeKey, rotateKey } from '../../../src/records/keys/manage-keys.ts'
import { createMemberSession, type MemberSession } from '../../member-session.ts'
import { testKeys } from '../test-api.ts'
import { giveBalance, openPayoutAccount } from './give-balance.ts'

/** One business in one mode, with a key of each kind and unique texts. */
export type Tenancy = Readonly<{
  business: string
  mode: Mode
  uuid: string
  businessId: string
  linkTag: string
  name: string
  keys: Readonly<Record<KeyKind, string>>
  /** People of this business who have signed in. */
  members: Readonly<Record<'owner' | 'viewer', MemberSession>>
  /** A vendor account of this business alone. */
  dedicated: Readonly<{ name: string; accountNumber: string; bankName: string }>
  words: Words
}>

/** Texts in the tenancy's requests that no answer to another caller may contain. */
type Words = Readonly<{
  amount: string
  reference: string
  idempotencyKey: string
  payerName: string
  payerNumber: string
  wallet: string
}>

/** The kind of a key, by its scopes or its defect. */
export type KeyKind =
  | 'read only'
  | 'buy only'
  | 'sell only'
  | 'payouts only'
  | 'webhooks only'
  | 'default scopes'
  | 'all scopes'
  | 'revoked'
  | 'expired'
  | 'issued until yesterday'
  | 'from a wrong address'
  | 'mistyped'
  | 'never issued'
  | 'of another cell'

const why = { actor: 'bisi@afara.test', approver: 'chidi@afara.test', reason: 'the authorisation matrix' }

export async function createOperators(pool: Pool): Promise<void> {
  await hireOperator(pool, { email: why.actor, name: 'Bisi', actor: 'system:test', reason: why.reason })
  await hireOperator(pool, { email: why.approver, name: 'Chidi', ...why })
}

/** Creates both modes of a business. Each may hold a balance and has one. */
export async function createTenancies(pool: Pool, linkTag: string, serial: number): Promise<Tenancy[]> {
  const name = `Business ${linkTag.toUpperCase()}`
  const business = await createBusiness(pool, { name, linkTag, ...why })
  await pool.query('update business_mode set may_hold_balance = true where business_id = $1', [business.id])
  const members = {
    owner: await createMemberSession(pool, business.id, 'owner'),
    viewer: await createMemberSession(pool, business.id, 'viewer'),
  }
  const tenancies: Tenancy[] = []
  for (const mode of ['test', 'live'] as const) {
    await giveBalance(pool, business.id, mode)
    await openPayoutAccount(pool, mode)
    const { account } = await openVendorAccount(pool, {
      mode,
      name: `TEST ${linkTag} dedicated ${mode}`,
      accountNumber: `${mode === 'test' ? 81 : 82}0000000${serial}`,
      bank: mode === 'live' ? 'Providus Bank' : undefined,
      business: linkTag,
      ...why,
    })
    if (mode === 'live') {
      await goLive(pool, linkTag)
      await enrolWallet(pool, linkTag, getAddress(wordsOf(linkTag, mode).wallet))
    }
    tenancies.push({
      business: linkTag,
      mode,
      uuid: business.id,
      businessId: formatId('business', business.id),
      linkTag,
      name,
      words: wordsOf(linkTag, mode),
      dedicated: account,
      members,
      keys: await issueKeys(pool, linkTag, mode),
    })
  }
  return tenancies
}

function wordsOf(linkTag: string, mode: Mode): Words {
  const mark = hash('sha256', `${linkTag} ${mode}`)
  const number = BigInt(`0x${mark.slice(0, 12)}`).toString()
  return {
    amount: `2${number.slice(-4)}.${number.slice(-6, -5)}7`,
    reference: `${linkTag}-${mode}-reference`,
    idempotencyKey: `${linkTag}-${mode}-key`,
    payerName: `PAYER OF ${linkTag} ${mode}`.toUpperCase(),
    payerNumber: number.slice(-10),
    wallet: `0x${mark.slice(0, 40)}`,
  }
}

/** A key that has expired was decided before. */
const lastWeek = { now: () => new Date(clock.now().getTime() - 6 * 24 * 3_600_000) }

async function issueKeys(pool: Pool, business: string, mode: Mode): Promise<Record<KeyKind, string>> {
  const deps = { pool, clock, ...testKeys }
  const issue = async (more: { scopes?: readonly string[]; networks?: string[]; expiresAt?: Date } = {}) => {
    const wanted = { business, requestsPerWindow: 1_000_000, ...more }
    const { key, secret } =
      mode === 'test'
        ? await issueKey(deps, { ...wanted, mode, ...why })
        : await issueLiveKey({ ...deps, ...(more.expiresAt !== undefined && { clock: lastWeek }) }, wanted)
    return { secret, keyId: formatId('key', key.id) }
  }
  const secret = async (scopes: readonly string[]) => (await issue({ scopes })).secret
  const revoked = await issue()
  await revokeKey(deps, { keyId: revoked.keyId, ...why })
  const yesterday = new Date(clock.now().getTime() - 24 * 3_600_000)
  // Nobody rotates a live key.
  const expired = await issue(mode === 'test' ? {} : { expiresAt: yesterday })
  if (mode === 'test') await rotateKey(deps, { keyId: expired.keyId, overlapHours: 0, ...why })
  const good = await secret(keyScopes)
  return {
    'read only': await secret(['read']),
    'buy only': await secret(['buy']),
    'sell only': await secret(['sell']),
    'payouts only': await secret(['payouts']),
    'webhooks only': await secret(['webhooks']),
    'default scopes': (await issue()).secret,
    'all scopes': good,
    revoked: revoked.secret,
    expired: expired.secret,
    'issued until yesterday': (await issue({ expiresAt: yesterday, scopes: keyScopes })).secret,
    'from a wrong address': (await issue({ networks: ['203.0.113.7/32'], scopes: keyScopes })).secret,
    mistyped: good.slice(0, -1) + (good.endsWith('2') ? '3' : '2'),
    'never issued': generateKey({ mode, cell: testKeys.cell }),
    'of another cell': generateKey({ mode, cell: 'other1' }),
  }
}
