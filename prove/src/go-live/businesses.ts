import { formatId, newId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { suspendBusiness } from '@afara/server/records/businesses/business-store.ts'
import {
  downgradeBusiness,
  insertEnquiry,
  readGoLive,
  refuseFile,
  returnToPending,
  saveProvedAccount,
} from '@afara/server/records/businesses/go-live/go-live-store.ts'
import { createBusiness } from '@afara/server/records/businesses/manage-business.ts'
import { keyScopes } from '@afara/server/records/keys/key-rights.ts'
import { generateKey } from '@afara/server/records/keys/key-text.ts'
import { issueKey, type KeyDeps } from '@afara/server/records/keys/manage-keys.ts'
import { addMember } from '@afara/server/records/people/manage-people.ts'
import { insertPersonPasskey } from '@afara/server/records/people/person-passkey-store.ts'
import { decideLive, issueLiveKey } from '@afara/stack/authenticator/decide-live.ts'
import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import type { PeopleClient } from '../people/people-client.ts'

/** How a business stands. The first four were never live. */
export const standings = [
  'without a file',
  'with a draft',
  'with a submitted file',
  'with a refused file',
  'approved',
  'suspended in live',
  'suspended in test',
  'downgraded',
  'back to pending',
] as const
export type Standing = (typeof standings)[number]

/** In which modes a business may use the API. */
export function isOpen(standing: Standing, mode: 'test' | 'live'): boolean {
  if (mode === 'test') return standing !== 'suspended in test'
  return ['approved', 'downgraded', 'suspended in test'].includes(standing)
}

export type Party = Readonly<{
  standing: Standing
  id: string
  businessId: string
  linkTag: string
  /** The session of its owner. */
  session: string
  keys: Readonly<{ test: string; live: string }>
}>

export type HouseDeps = Readonly<{
  owner: Pool
  keys: KeyDeps
  operatorId: string
  client: PeopleClient
  /** The address of the people process. */
  peopleUrl: string
}>

export const by = { actor: 'system:prove', reason: 'a proof' }
const UNLIMITED = 10_000_000
/** Less than the buy of the example. */
const LOWERED_MINOR = 100_000n
const clock = { now: () => new Date() }
const digest = (letter: string) => letter.repeat(64)

/** What a member fills in on the dashboard. */
const filled = {
  company: { legal_name: 'Ada Foods Limited', rc_number: 'RC1234567' },
  people: [{ name: 'Ngozi Eze', role: 'director_and_owner', share_bps: 10_000, identity_reference: 'VER-1' }],
  documents: [
    { kind: 'registration', name: 'certificate.pdf', sha256: digest('a') },
    { kind: 'status_report', name: 'status.pdf', sha256: digest('b') },
    { kind: 'address', name: 'bill.pdf', sha256: digest('c') },
  ],
  volumes: { monthly_volume: '50000000', largest_payment: '2500000' },
  agreement_version: '2026-11',
  consent: { vendor: 'Paystack', reference: 'PSK/2026/118' },
}

/** Creates a business and takes it to its file. Those that are to be live go live. `settle` does the rest. */
export async function openParty(deps: HouseDeps, standing: Standing): Promise<Party> {
  const linkTag = standing.replaceAll(' ', '-')
  const { owner, keys } = deps
  const { id } = await createBusiness(owner, { name: `Business ${standing}`, linkTag, ...by })
  const session = await addOwner(deps, linkTag)
  const businessId = formatId('business', id)
  const wanted = { business: linkTag, scopes: keyScopes, requestsPerWindow: UNLIMITED }
  const test = await issueKey(keys, { ...wanted, mode: 'test', ...by })
  const hasFile = standing !== 'without a file' && standing !== 'with a draft'
  if (standing === 'with a draft') await tell(deps, session, businessId, '', { company: filled.company })
  if (hasFile) await submit(deps, session, { id, businessId })
  const wasLive = standings.indexOf(standing) >= standings.indexOf('approved')
  if (wasLive) await approve(deps, id)
  const live = wasLive
    ? (await issueLiveKey(keys, wanted)).secret
    : // There is no live key to steal, so the attacker makes one up.
      generateKey({ mode: 'live', cell: keys.cell })
  return { standing, id, businessId, linkTag, session, keys: { test: test.secret, live } }
}

/** Takes a business from its file to where it should stand. */
export async function settle({ owner, operatorId }: HouseDeps, { standing, id }: Party): Promise<void> {
  const narrow = { businessId: id, operatorId, at: clock.now() }
  const toFix = [{ item: 'documents', words: 'The certificate is of another company.' }] as const
  switch (standing) {
    case 'with a refused file':
      return must(await refuseFile(owner, narrow, 1, toFix))
    case 'suspended in live':
    case 'suspended in test': {
      const mode = standing === 'suspended in live' ? 'live' : 'test'
      return must(await suspendBusiness(owner, { ...narrow, mode, reason: by.reason }))
    }
    case 'downgraded': {
      const to = { tier: 1, dailyLimitMinor: LOWERED_MINOR, reason: by.reason }
      return must(await downgradeBusiness(owner, narrow, to))
    }
    case 'back to pending':
      return must(await returnToPending(owner, narrow, toFix, by.reason))
    default:
  }
}

/** Two operators approve a file. Throws if PostgreSQL refuses it. */
export async function approve(
  { owner }: Pick<HouseDeps, 'owner'>,
  id: string,
  given?: Readonly<{ version: number; digest: string }>,
): Promise<void> {
  const { submission } = await readGoLive(owner, id)
  const file = given ?? submission
  await decideLive(owner, {
    businessId: id,
    resolution: {
      action: 'go_live',
      file_version: file?.version ?? 1,
      file_digest: file?.digest ?? digest('0'),
      tier: 1,
      exposure_cap_minor: '10000000',
      fee_flat_minor: '0',
      fee_bps: 0,
      fee_cap_minor: null,
      default_network: null,
      default_address: null,
      daily_limit_minor: '500000000',
      velocity_hour_minor: null,
      velocity_wallet_day_minor: null,
      may_hold_balance: true,
    },
  })
}

async function submit(
  deps: HouseDeps,
  session: string,
  { id, businessId }: Readonly<{ id: string; businessId: string }>,
): Promise<void> {
  await tell(deps, session, businessId, '', filled)
  // No bank runs here, so we store what it would have answered.
  const asked = newId()
  const { rows } = await deps.owner.query<{ id: string }>(
    'select member_id as id from membership where business_id = $1',
    [id],
  )
  const account = { bankCode: '000013', accountNumber: '0123456789' }
  const asker = { memberId: rows[0]?.id ?? '', businessId: id }
  await insertEnquiry(deps.owner, asked, asker, account, clock.now())
  const answer = { bankName: 'GTBank', accountName: 'ADA FOODS LTD' }
  await saveProvedAccount(deps.owner, asked, answer, clock.now())
  await tell(deps, session, businessId, '/submit')
}

/** Sends a part of the file as the dashboard does. */
async function tell(
  { peopleUrl }: HouseDeps,
  session: string,
  businessId: string,
  path: string,
  body?: object,
): Promise<void> {
  const reply = await fetch(`${peopleUrl}/account/v1/businesses/${businessId}/go-live${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`go-live${path} answered ${reply.status}: ${await reply.text()}`)
}

/** Adds an owner with a passkey, and signs them in. Returns the session. */
async function addOwner({ owner, client }: HouseDeps, business: string): Promise<string> {
  const email = `${business}@go-live.test`
  await addMember({ pool: owner, clock }, { business, email, name: 'Ngozi Eze', role: 'owner' }, by)
  const { rows } = await owner.query<{ id: string }>('select id from member where email = $1', [email])
  const id = rows[0]?.id ?? ''
  const passkey = softwarePasskey(id)
  await insertPersonPasskey(
    owner,
    { side: 'member', id },
    {
      id: newId(),
      credentialId: passkey.credentialId,
      publicKey: passkey.publicKeyCose,
      signCount: 0,
      name: 'a proof',
      at: clock.now(),
    },
  )
  return client.open(passkey)
}

function must(done: boolean): void {
  if (!done) throw new Error('a business does not stand as it should')
}
