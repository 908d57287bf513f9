import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { SUBMITTED_DIGEST, submitFile } from '@afara/stack/postgres/go-live.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { formatId, newId, parseId } from '../../src/kernel/ids/ids.ts'
import { unsealBytes } from '../../src/kernel/seal-bytes.ts'
import { addMember } from '../../src/records/people/manage-people.ts'
import { attestationOf, createPeopleWorld, ORIGIN, type PeopleWorld } from '../people-world.ts'
import { wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const deps = wireTestApi(database, { cell: 'dev' })
const api = createApp(deps)
let world: PeopleWorld
beforeAll(async () => {
  world = await createPeopleWorld(database)
})
afterAll(async () => {
  await api.close()
  await deps.stop()
  await world.stop()
  await database.drop()
})

const typedFor = (linkTag: string, email = `${linkTag}@up.test`) => ({
  name: 'Ngozi Eze',
  email,
  business_name: 'Ada Foods',
  link_tag: linkTag,
})

/** Starts to sign up as a browser does. Returns what finishes it. */
async function startSignUp(linkTag: string, email?: string) {
  const typed = typedFor(linkTag, email)
  const { body } = await world.ask('POST', '/account/v1/sign-up/options', { body: typed, origin: ORIGIN })
  const { challenge } = body.options as { challenge: string }
  const credential = attestationOf(softwarePasskey(`${linkTag} ${String(body.sign_up_id)}`), challenge)
  return async (changed: Record<string, unknown> = {}) =>
    world.ask('POST', '/account/v1/sign-up', {
      body: { ...typed, sign_up_id: body.sign_up_id, credential, ...changed },
      origin: ORIGIN,
    })
}

async function signUp(linkTag: string, email?: string, changed?: Record<string, unknown>) {
  const finish = await startSignUp(linkTag, email)
  return finish(changed)
}

/** Returns the token in the newest mail to an address, which only the holder of the mailbox has. */
async function mailedTo(email: string): Promise<string> {
  const { rows } = await world.owner.query<{ id: string; sealed: Buffer }>(
    `select x.id, x.sealed from mail x join member m on m.id = x.member_id
     where m.email = $1 and x.kind = 'confirmation' order by x.created_at desc, x.id desc limit 1`,
    [email],
  )
  const { id, sealed } = rows[0] ?? { id: '', sealed: Buffer.alloc(0) }
  return unsealBytes(Buffer.alloc(32, 5), id, sealed).toString()
}

const confirm = async (token: string) => world.ask('POST', '/account/v1/confirmations', { body: { token } })

test('a person signs up, is signed in, and their first key works in test mode at once', async () => {
  const { body, verdict, headers } = await signUp('ada-up')
  expect(verdict).toBe('200')
  expect(body).toMatchObject({
    person: { email: 'ada-up@up.test', is_email_confirmed: false, memberships: [{ role: 'owner' }] },
    business: { link_tag: 'ada-up', name: 'Ada Foods' },
  })
  const { secret } = body.key as { secret: string }
  const me = await api.inject({ url: '/keys/v1/me', headers: { 'svc-sec-key': secret } })
  expect(me.json()).toMatchObject({
    key: { mode: 'test', link_tag: 'ada-up', scopes: ['read', 'buy', 'sell'] },
  })
  const [cookie = ''] = String(headers['set-cookie']).split(';')
  const session = await world.ask('GET', '/people/v1/me', { cookie })
  expect(session.body).toMatchObject({ person: { email: 'ada-up@up.test' } })
})

test('a new business is pending in live mode, with limits of zero', async () => {
  const { rows } = await world.owner.query(
    `select m.mode, m.status, m.may_hold_balance, m.daily_limit_minor::text as daily, m.exposure_cap_minor::text as exposure
     from business_mode m join business b on b.id = m.business_id where b.link_tag = 'ada-up' order by m.mode`,
  )
  expect(rows).toEqual(
    expect.arrayContaining([
      { mode: 'live', status: 'pending', may_hold_balance: false, daily: '0', exposure: '0' },
      { mode: 'test', status: 'active', may_hold_balance: true, daily: null, exposure: '100000000000' },
    ]),
  )
})

test('a link tag is checked while it is typed, and belongs to the first who signs up', async () => {
  const ask = async (tag: string) => world.ask('GET', `/account/v1/link-tags/${tag}`)
  expect((await ask('ada-up')).body.is_free).toBe(false)
  expect((await ask('ada-free')).body.is_free).toBe(true)
  expect((await ask('Ada')).verdict).toBe('422 link_tag_invalid')
  const taken = await world.ask('POST', '/account/v1/sign-up/options', { body: typedFor('ada-up') })
  expect(taken.verdict).toBe('409 link_tag_taken')
  // Two people started with the same link tag. One of them gets it.
  const started = [await startSignUp('ada-race', 'one@up.test'), await startSignUp('ada-race', 'two@up.test')]
  const both = await Promise.all(started.map(async (finish) => finish()))
  expect(both.map(({ verdict }) => verdict).toSorted()).toEqual(['200', '409 link_tag_taken'])
})

test('a passkey works only for the sign-up that asked for it, once', async () => {
  const { body } = await world.ask('POST', '/account/v1/sign-up/options', { body: typedFor('bola-up') })
  const { challenge } = body.options as { challenge: string }
  const credential = attestationOf(softwarePasskey('bola'), challenge)
  const { sign_up_id: other } = (
    await world.ask('POST', '/account/v1/sign-up/options', { body: typedFor('bola-up') })
  ).body
  const send = async (id: unknown) =>
    world.ask('POST', '/account/v1/sign-up', {
      body: { ...typedFor('bola-up'), sign_up_id: id, credential },
    })
  expect((await send(other)).verdict).toBe('401 challenge_invalid')
  expect((await send(body.sign_up_id)).verdict).toBe('200')
  expect((await send(body.sign_up_id)).verdict).toBe('401 challenge_invalid')
})

test('an address that was only typed gives nobody a role, and keeps nobody from it', async () => {
  // A stranger types the address of Chidi. An operator then invites Chidi to another business.
  const stranger = await signUp('chidi-up', 'chidi@corp.test')
  const invited = await addMember(
    { pool: world.owner, clock: world.clock },
    { business: 'ada-up', email: 'chidi@corp.test', name: 'Chidi', role: 'viewer' },
    { actor: 'system:test', reason: 'a test' },
  )
  expect(invited).not.toBe((stranger.body.person as { person_id: string }).person_id)
  expect((await confirm(await mailedTo('chidi@corp.test'))).verdict).toBe('409 email_taken')
})

test('the link in the mail confirms the address, also if it is opened twice', async () => {
  const token = await mailedTo('ada-up@up.test')
  expect((await confirm(token)).body).toMatchObject({ email: 'ada-up@up.test' })
  expect((await confirm(token)).verdict).toBe('200')
  await signUp('dayo-up')
  const old = await mailedTo('dayo-up@up.test')
  world.clock.advance(3 * 24 * 3_600_000)
  expect((await confirm(old)).verdict).toBe('404 confirmation_unknown')
})

test('a business does not go live before its owner confirmed the address', async () => {
  const { body } = await signUp('efe-up')
  await submitFile(world.owner, 'efe-up')
  const id = parseId('business', (body.business as { business_id: string }).business_id)
  const goLive = async () =>
    world.owner.query(`select go_live(jsonb_populate_record(null::case_file, $1), now())`, [
      {
        business_id: id,
        mode: 'live',
        resolution: {
          action: 'go_live',
          may_hold_balance: false,
          fee_flat_minor: 0,
          fee_bps: 0,
          exposure_cap_minor: 1,
          file_version: 1,
          file_digest: SUBMITTED_DIGEST,
          tier: 3,
        },
      },
    ])
  await expect(goLive()).rejects.toMatchObject({ code: 'AF488' })
  await confirm(await mailedTo('efe-up@up.test'))
  await goLive()
})

test('five links in a day are enough', async () => {
  const { headers } = await signUp('femi-up')
  const [cookie = ''] = String(headers['set-cookie']).split(';')
  const send = async () => world.ask('POST', '/account/v1/confirmations/send', { cookie, origin: ORIGIN })
  const verdicts = []
  for (let at = 0; at < 5; at += 1) verdicts.push((await send()).verdict)
  expect(verdicts).toEqual(['200', '200', '200', '200', '429 rate_limited'])
})

test('one address signs up at most twenty times in an hour', async () => {
  const from = '198.51.100.9'
  const body = { ...typedFor('many-up'), sign_up_id: formatId('member', newId()) }
  const credential = attestationOf(softwarePasskey('many'), Buffer.alloc(32).toString('base64url'))
  let last = ''
  for (let at = 0; at <= 20; at += 1) {
    last = (await world.ask('POST', '/account/v1/sign-up', { body: { ...body, credential }, from })).verdict
    world.clock.advance(10_001)
  }
  expect(last).toBe('429 rate_limited')
})

test('members manage the test keys of their own business, and everything is in the audit', async () => {
  const owner = await signUp('gbenga-up')
  const [cookie = ''] = String(owner.headers['set-cookie']).split(';')
  const { business_id: business } = owner.body.business as { business_id: string }
  const ask = async (path: string, body?: unknown) =>
    world.ask('POST', `/account/v1/businesses/${business}/keys${path}`, { cookie, origin: ORIGIN, body })
  const issued = await ask('', { label: 'checkout', scopes: ['read', 'webhooks'], expires_in_days: 90 })
  const works = async (secret: string) =>
    (await api.inject({ url: '/keys/v1/me', headers: { 'svc-sec-key': secret } })).statusCode
  const first = issued.body.key as { key_id: string; secret: string }
  expect(await works(first.secret)).toBe(200)
  const rotated = await ask(`/${first.key_id}/rotate`)
  const next = rotated.body.key as { key_id: string; secret: string }
  expect([await works(first.secret), await works(next.secret)]).toEqual([200, 200])
  expect((await ask(`/${next.key_id}/revoke`)).body).toMatchObject({ paused_endpoints: 0 })
  expect((await ask(`/${next.key_id}/revoke`)).verdict).toBe('404 key_id_unknown')
  expect((await ask(`/${next.key_id}/rotate`)).verdict).toBe('404 key_id_unknown')
  const { rows } = await world.owner.query<{ action: string; actor: string }>(
    `select action, actor from audit where subject in ($1, $2) order by at, id`,
    [first.key_id, next.key_id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['key.issued', 'key.rotated', 'key.revoked'])
  const person = owner.body.person as { person_id: string }
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([parseId('member', person.person_id)]))
})

test('PostgreSQL refuses a key for somebody who is no manager, whatever the people process says', async () => {
  const [viewer, stranger] = await Promise.all([
    world.addMember([[await world.addBusiness('hauwa-up'), 'viewer']]),
    world.addMember([]),
  ])
  const { rows } = await world.owner.query<{ id: string }>(
    `select id from business where link_tag = 'hauwa-up'`,
  )
  for (const { id } of [viewer, stranger]) {
    const issue = world.owner.query(
      `select issue_test_key($1, $2, uuidv7(), decode(repeat('ab', 32), 'hex'), 1, array['read'], '', null, now())`,
      [id, rows[0]?.id],
    )
    await expect(issue).rejects.toMatchObject({ code: 'AF492' })
  }
})
