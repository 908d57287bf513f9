import { createHmac, generateKeyPairSync } from 'node:crypto'
import { goLive } from '@afara/stack/postgres/go-live.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { formatId, newId } from '../../src/kernel/ids/ids.ts'
import { createTokenAuthenticator } from '../../src/records/people/authenticate-token.ts'
import { memberRoles } from '../../src/records/people/role-actions.ts'
import { scopesOf, signTenantToken } from '../../src/records/people/tenant-token.ts'
import { createManualClock } from '../manual-clock.ts'
import { createMemberSession, type MemberSession } from '../member-session.ts'
import { createPeopleWorld, ORIGIN, type PeopleWorld } from '../people-world.ts'
import { tokenKeyPair, wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const deps = wireTestApi(database)
const api = createApp(deps)
let world: PeopleWorld
let ada: string
let bola: string
let owner: MemberSession

beforeAll(async () => {
  world = await createPeopleWorld(database)
  ada = await world.addBusiness('ada-tokens')
  bola = await world.addBusiness('bola-tokens')
  owner = await createMemberSession(world.owner, ada, 'owner')
})
afterAll(async () => {
  await api.close()
  await deps.stop()
  await world.stop()
  await database.drop()
})

const ask = async (token: string, url = '/keys/v1/me', headers: Record<string, string> = {}) => {
  const reply = await api.inject({ url, headers: { 'svc-sec-key': token, ...headers } })
  const { code, key } = reply.json<{ code?: string; key?: Record<string, unknown> }>()
  return { verdict: [reply.statusCode, code].filter(Boolean).join(' '), key }
}

test('a member gets a token for their business, and the api accepts it for a minute', async () => {
  const member = await world.addMember([[ada, 'viewer']])
  const session = await world.tokenOf(member)
  const mint = async (business: string, mode: string) =>
    world.ask('POST', '/account/v1/token', {
      token: session,
      body: { business_id: formatId('business', business), mode },
    })
  const { body } = await mint(ada, 'test')
  expect(body).toMatchObject({ status: 'success', scopes: ['read'] })
  expect(new Date(String(body.expires_at)).getTime() - world.clock.now().getTime()).toBe(60_000)
  expect(await ask(String(body.token))).toMatchObject({
    verdict: '200',
    key: { link_tag: 'ada-tokens', mode: 'test', scopes: ['read'] },
  })
  expect((await mint(bola, 'test')).verdict).toBe('404 business_unknown')
})

test('no role gives a token that takes money out or sends events elsewhere', () => {
  for (const role of memberRoles) {
    expect(scopesOf(role)).toContain('read')
    expect(scopesOf(role).filter((scope) => !['read', 'buy'].includes(scope))).toEqual([])
  }
  expect(scopesOf('viewer')).toEqual(['read'])
})

test('a token is refused for what it does not allow', async () => {
  const viewer = await createMemberSession(world.owner, ada, 'viewer')
  // The token claims more than the role allows.
  const token = viewer.token('test', { scopes: ['read', 'buy'] })
  expect((await ask(token)).key?.scopes).toEqual(['read'])
  expect((await ask(token, '/sandbox/v1/scenarios')).verdict).toBe('403 scope_missing')
})

test('an expired token is refused, and so is one that would last longer than a minute', async () => {
  expect((await ask(owner.token('test', { expiresAtMs: Date.now() }))).verdict).toBe('401 token_expired')
  const long = owner.token('test', { expiresAtMs: Date.now() + 3_600_000 })
  expect((await ask(long)).verdict).toBe('401 token_invalid')
})

test('a token for another business or of another person is refused, even if our key signed it', async () => {
  expect((await ask(owner.token('test', { businessId: bola }))).verdict).toBe('403 role_missing')
  expect((await ask(owner.token('test', { memberId: newId() }))).verdict).toBe('401 token_invalid')
  const other = await createMemberSession(world.owner, bola, 'owner')
  const mixed = other.token('test', { sessionId: owner.sessionId })
  expect((await ask(mixed)).verdict).toBe('401 token_invalid')
})

test('a token of test mode reads nothing of live mode', async () => {
  expect((await ask(owner.token('live'))).verdict).toBe('403 business_not_live')
  await goLive(world.owner, 'bola-tokens')
  const person = await createMemberSession(world.owner, bola, 'finance')
  expect((await ask(person.token('live'))).key?.mode).toBe('live')
  expect((await ask(person.token('test'))).key?.mode).toBe('test')
})

test('a token that was changed after it was signed is refused', async () => {
  const [head = '', signature = ''] = owner.token('test').split('.')
  const claims = JSON.parse(Buffer.from(head.slice('svc_token_'.length), 'base64url').toString()) as object
  for (const change of [{ mode: 'live' }, { businessId: bola }, { scopes: ['read', 'payouts'] }, {}]) {
    const payload = Buffer.from(JSON.stringify({ ...claims, ...change, x: 1 })).toString('base64url')
    expect((await ask(`svc_token_${payload}.${signature}`)).verdict).toBe('401 token_invalid')
  }
  const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
  expect((await ask(`${head}.${flipped}`)).verdict).toBe('401 token_invalid')
})

test('a token that another key signed, or that names an algorithm, is refused', async () => {
  const stranger = generateKeyPairSync('ed25519').privateKey
  const claims = {
    businessId: ada,
    mode: 'test',
    memberId: owner.memberId,
    sessionId: owner.sessionId,
    scopes: ['read'],
    expiresAtMs: Date.now() + 60_000,
  } as const
  expect((await ask(signTenantToken(stranger, claims))).verdict).toBe('401 token_invalid')
  // An attacker who knows the public key uses it as the secret of an HMAC, or sends no signature at all.
  const secret = tokenKeyPair.publicKey.export({ format: 'der', type: 'spki' })
  const payload = Buffer.from(JSON.stringify({ alg: 'HS256', ...claims })).toString('base64url')
  const hmac = createHmac('sha512', secret).update(`afara tenant token 1\n${payload}`).digest('base64url')
  for (const text of [`${payload}.${hmac}`, `${payload}.`, payload, `${payload}.${'A'.repeat(86)}`])
    expect((await ask(`svc_token_${text}`)).verdict).toBe('401 token_invalid')
})

test('a person, a session or a business that is stopped is refused within five seconds', async () => {
  const clock = createManualClock(new Date())
  const { authenticate } = createTokenAuthenticator({
    pool: deps.pool,
    clock,
    publicKeys: [tokenKeyPair.publicKey],
  })
  const stops: ReadonlyArray<readonly [code: string, sql: string]> = [
    ['role_missing', `update membership set ended_at = now() where member_id = $1`],
    ['person_disabled', `update member set status = 'disabled' where id = $1`],
    ['session_revoked', `update person_session set revoked_at = now() where member_id = $1`],
  ]
  for (const [code, sql] of stops) {
    const person = await createMemberSession(world.owner, ada, 'owner')
    const token = () => person.token('test', { expiresAtMs: clock.now().getTime() + 60_000 })
    expect((await authenticate(token())).memberId).toBe(person.memberId)
    await world.owner.query(sql, [person.memberId])
    clock.advance(4_001)
    await expect(authenticate(token())).rejects.toMatchObject({ code })
  }
  const suspend = `update business_mode set status = $2 where business_id = $1 and mode = 'test'`
  const token = () => owner.token('test', { expiresAtMs: clock.now().getTime() + 60_000 })
  expect((await authenticate(token())).linkTag).toBe('ada-tokens')
  await world.owner.query(suspend, [ada, 'suspended'])
  clock.advance(4_001)
  await expect(authenticate(token())).rejects.toMatchObject({ code: 'business_suspended' })
  await world.owner.query(suspend, [ada, 'active'])
})

test('the audit names the person before a request changes anything', async () => {
  const reply = await api.inject({
    method: 'POST',
    url: '/sandbox/v1/reset',
    headers: { 'svc-sec-key': owner.token('test') },
  })
  expect(reply.statusCode).toBe(200)
  const { rows } = await world.owner.query<{ subject: string; reason: string; details: object }>(
    `select subject, reason, details from audit where actor = $1 and action = 'member.requested'`,
    [owner.memberId],
  )
  expect(rows).toEqual([
    {
      subject: formatId('business', ada),
      reason: 'POST /sandbox/v1/reset',
      details: { mode: 'test', request_id: expect.any(String) as string },
    },
  ])
})

test('a browser may call the api from the dashboard, and from no other site', async () => {
  const preflight = async (origin: string) =>
    api.inject({
      method: 'OPTIONS',
      url: '/transactions/v1',
      headers: { origin, 'access-control-request-method': 'GET' },
    })
  const own = await preflight(ORIGIN)
  expect(own.statusCode).toBe(204)
  expect(own.headers).toMatchObject({
    'access-control-allow-origin': ORIGIN,
    'access-control-allow-headers': 'content-type, idempotency-key, svc-sec-key',
  })
  expect(own.headers['access-control-allow-credentials']).toBeUndefined()
  for (const origin of ['https://evil.test', 'null', `${ORIGIN}.evil.test`]) {
    const { statusCode, headers } = await preflight(origin)
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([404, undefined])
  }
})
