import { goLive } from '@afara/stack/postgres/go-live.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { formatId } from '../../src/kernel/ids/ids.ts'
import { memberRoles } from '../../src/records/people/role-actions.ts'
import { confirmedScopesOf, digestOfRequest } from '../../src/records/people/tenant-token.ts'
import { createMemberSession } from '../member-session.ts'
import { assertionOf, createPeopleWorld, type PeopleWorld, type TestPerson } from '../people-world.ts'
import { wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const deps = wireTestApi(database)
const api = createApp(deps)
let world: PeopleWorld
let ada: string
let owner: TestPerson
let session: string

beforeAll(async () => {
  world = await createPeopleWorld(database)
  ada = await world.addBusiness('ada-confirms')
  await goLive(world.owner, 'ada-confirms')
  owner = await world.addMember([[ada, 'owner']])
  session = await world.tokenOf(owner)
})
afterAll(async () => {
  await api.close()
  await deps.stop()
  await world.stop()
  await database.drop()
})

type Wanted = Readonly<{ mode: string; path: string; body: string }>
const ENDPOINTS = '/webhooks/v1/endpoints'
const opening = (url: string, mode = 'test'): Wanted => ({
  mode,
  path: ENDPOINTS,
  body: JSON.stringify({ url }),
})

const at = (business = ada) => `/account/v1/businesses/${formatId('business', business)}/confirmed-requests`

/** Asks for a challenge about `wanted`, and answers it about `confirmed`. */
async function confirm(wanted: Wanted, confirmed = wanted, more: Readonly<{ person?: TestPerson }> = {}) {
  const { body } = await world.ask('POST', `${at()}/options`, { token: session, body: wanted })
  const { challenge } = body.options as { challenge: string }
  const credential = assertionOf((more.person ?? owner).passkey, challenge)
  const signed = { change_id: body.change_id, credential }
  return world.ask('POST', at(), { token: session, body: { ...confirmed, ...signed } })
}

async function send(token: unknown, path: string, body: string) {
  const reply = await api.inject({
    method: 'POST',
    url: path,
    headers: { 'svc-sec-key': String(token), ...(body !== '' && { 'content-type': 'application/json' }) },
    ...(body !== '' && { body }),
  })
  const read = reply.json<{ code?: string; secret?: string; endpoint?: { id: string; mode: string } }>()
  return { ...read, verdict: [reply.statusCode, read.code].filter(Boolean).join(' ') }
}

test('a member opens, pauses, resumes and removes an endpoint, each confirmed with a passkey', async () => {
  const wanted = opening('https://hooks.ada-confirms.ng/a')
  const { body } = await confirm(wanted)
  const opened = await send(body.token, wanted.path, wanted.body)
  expect(opened).toMatchObject({ verdict: '200', endpoint: { mode: 'test' } })
  expect(opened.secret).toMatch(/^whsec_/)
  for (const verb of ['pause', 'resume', 'remove']) {
    const moving = { mode: 'test', path: `${ENDPOINTS}/${opened.endpoint?.id}/${verb}`, body: '' }
    const confirmed = await confirm(moving)
    expect((await send(confirmed.body.token, moving.path, '')).verdict).toBe('200')
  }
  const { rows } = await world.owner.query(
    `select reason from audit where actor = $1 and action = 'member.requested' order by id`,
    [owner.id],
  )
  expect(rows.map(({ reason }: { reason: string }) => reason.replace(/:id.*\//, ':id/'))).toEqual(
    ['', '/:id/pause', '/:id/resume', '/:id/remove'].map((end) => `POST ${ENDPOINTS}${end}`),
  )
})

test('what was confirmed is stored with its signature', async () => {
  const wanted = opening('https://hooks.ada-confirms.ng/stored')
  await confirm(wanted)
  const { rows } = await world.owner.query<{ text: string }>(
    `select text from member_confirmation where member_id = $1 order by at desc, id desc limit 1`,
    [owner.id],
  )
  expect(rows[0]?.text.split('\n').slice(-4)).toEqual([
    'action: "change_webhooks"',
    'mode: "test"',
    `request: "POST ${ENDPOINTS}"`,
    `body: ${JSON.stringify(wanted.body)}`,
  ])
})

test('a confirmed token is refused for another body, another path, and anything else', async () => {
  const wanted = opening('https://hooks.ada-confirms.ng/b')
  const { body } = await confirm(wanted)
  const OTHER = '401 token_invalid'
  expect((await send(body.token, wanted.path, JSON.stringify({ url: 'https://thief.test/' }))).verdict).toBe(
    OTHER,
  )
  // The same meaning in other bytes was not confirmed either.
  expect((await send(body.token, wanted.path, wanted.body.replace(':', ': '))).verdict).toBe(OTHER)
  expect((await send(body.token, `${wanted.path}?x=1`, wanted.body)).verdict).toBe(OTHER)
  const opened = await send(body.token, wanted.path, wanted.body)
  expect((await send(body.token, `${ENDPOINTS}/${opened.endpoint?.id}/remove`, '')).verdict).toBe(OTHER)
  const reading = await api.inject({ url: ENDPOINTS, headers: { 'svc-sec-key': String(body.token) } })
  expect(reading.json()).toMatchObject({ code: 'scope_missing' })
})

test('a confirmation in test mode opens nothing in live mode', async () => {
  const wanted = opening('https://hooks.ada-confirms.ng/c')
  expect((await confirm(wanted, { ...wanted, mode: 'live' })).verdict).toBe('401 challenge_invalid')
  const live = await confirm({ ...wanted, mode: 'live' })
  expect(await send(live.body.token, wanted.path, wanted.body)).toMatchObject({ endpoint: { mode: 'live' } })
})

test('an answer is good once, for the request it was asked for, with a passkey of the person', async () => {
  const wanted = opening('https://hooks.ada-confirms.ng/d')
  expect((await confirm(wanted, opening('https://thief.test/'))).verdict).toBe('401 challenge_invalid')
  const other = await world.addMember([[ada, 'owner']])
  expect((await confirm(wanted, wanted, { person: other })).verdict).toBe('401 passkey_refused')
  const { body } = await world.ask('POST', `${at()}/options`, { token: session, body: wanted })
  const { challenge } = body.options as { challenge: string }
  const credential = assertionOf(owner.passkey, challenge)
  const answer = async () =>
    world.ask('POST', at(), {
      token: session,
      body: { ...wanted, change_id: body.change_id, credential },
    })
  const verdicts = await Promise.all([answer(), answer()])
  expect(verdicts.map(({ verdict }) => verdict).toSorted()).toEqual(['200', '401 challenge_invalid'])
  const elsewhere = await world.tokenOf(owner)
  const asked = await world.ask('POST', `${at()}/options`, { token: session, body: wanted })
  const stolen = assertionOf(owner.passkey, (asked.body.options as { challenge: string }).challenge)
  expect(
    (
      await world.ask('POST', at(), {
        token: elsewhere,
        body: { ...wanted, change_id: asked.body.change_id, credential: stolen },
      })
    ).verdict,
  ).toBe('401 challenge_invalid')
})

test('only requests that change an endpoint can be confirmed', async () => {
  for (const path of [
    '/transactions/v1/withdrawals',
    `${ENDPOINTS}/whe_1/remove`,
    `${ENDPOINTS}?a=b`,
    '/../x',
  ]) {
    const wanted = { mode: 'test', path, body: '' }
    expect((await world.ask('POST', `${at()}/options`, { token: session, body: wanted })).verdict).toBe(
      '422 field_invalid',
    )
  }
})

test('a token that claims the right to webhooks without a confirmation does not have it', async () => {
  for (const role of memberRoles) {
    const member = await createMemberSession(world.owner, ada, role)
    const wanted = opening(`https://hooks.ada-confirms.ng/${role}`)
    const plain = member.token('test', { scopes: ['webhooks'] })
    expect((await send(plain, wanted.path, wanted.body)).verdict).toBe('403 scope_missing')
    const confirms = digestOfRequest({ method: 'POST', path: wanted.path, body: wanted.body })
    const signed = member.token('test', { scopes: ['webhooks'], confirms })
    const expected = confirmedScopesOf(role).includes('webhooks') ? '200' : '403 scope_missing'
    expect((await send(signed, wanted.path, wanted.body)).verdict).toBe(expected)
  }
})
