import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createManualClock } from '../../../test/manual-clock.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { createBusiness } from '../businesses/manage-business.ts'
import { listKeys } from './api-key-store.ts'
import { createKeyAuthenticator } from './authenticate-key.ts'
import { parseExpiry } from './key-rights.ts'
import { issueKey, rotateKey } from './manage-keys.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const api = createPool(database.url('afara_api'), { max: 2, applicationName: 'test' })
const why = { actor: 'system:test', reason: 'a test' }
const keys = { cell: 'lag1', peppers: new Map([[1, Buffer.alloc(32, 1)]]) }
const here = '203.0.113.7'
const business = await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })
const start = new Date('2026-11-14T09:00:00Z')
const june = new Date('2027-06-30T00:00:00Z')

let clock = createManualClock(start)
let deps = { pool: owner, ...keys, clock }

beforeEach(() => {
  clock = createManualClock(start)
  deps = { pool: owner, ...keys, clock }
})

afterAll(async () => {
  await Promise.all([owner.end(), api.end()])
  await database.drop()
})

const issue = async (expiresAt?: Date) =>
  issueKey(deps, { business: 'ada-foods', mode: 'test', expiresAt, ...why })
const read = async (id: string) => (await listKeys(owner, business.id)).find((key) => key.id === id)
const later = (date: Date, ms: number) => new Date(date.getTime() + ms)

test('a key works until its expiry, and the refusal says when it expired and what to do', async () => {
  const { key, secret } = await issue(later(start, 3_000))
  const { authenticate, tryCached } = createKeyAuthenticator({ pool: api, ...keys, clock })
  expect((await authenticate(secret, here)).expiresAt).toEqual(later(start, 3_000))
  clock.advance(2_999)
  expect(tryCached(secret, { ip: here, socket: {} })?.id).toBe(key.id)
  clock.advance(1)
  const refusal = {
    code: 'key_expired',
    message:
      'This key expired on 2026-11-14T09:00:03.000Z. Use your newer key. If you have none, ask us for one.',
  }
  expect(() => tryCached(secret, { ip: here, socket: {} })).toThrow(expect.objectContaining(refusal))
  await expect(authenticate(secret, here)).rejects.toMatchObject(refusal)
})

test('an expiry that a rotation sets is enforced after at most four seconds', async () => {
  const { key, secret } = await issue(june)
  const { authenticate } = createKeyAuthenticator({ pool: api, ...keys, clock })
  await authenticate(secret, here)
  await rotateKey(deps, { keyId: formatId('key', key.id), overlapHours: 0, expiresAt: null, ...why })
  clock.advance(4_001)
  await expect(authenticate(secret, here)).rejects.toMatchObject({ code: 'key_expired' })
})

test('the list of keys shows expiry and successor, and the audit shows both expiries', async () => {
  const { key } = await issue(june)
  expect(await read(key.id)).toMatchObject({ expiresAt: june, issuedUntil: june, replacedBy: null })
  const expiresAt = later(june, 1_000)
  const next = await rotateKey(deps, { keyId: formatId('key', key.id), overlapHours: 1, expiresAt, ...why })
  expect(await read(key.id)).toMatchObject({
    expiresAt: later(start, 3_600_000),
    issuedUntil: june,
    replacedBy: next.key.id,
  })
  expect(await read(next.key.id)).toMatchObject({ expiresAt, issuedUntil: expiresAt, replacedBy: null })
  const { rows } = await owner.query('select details from audit where subject = $1 order by at, id', [
    formatId('key', key.id),
  ])
  expect(rows).toMatchObject([
    { details: { expiresAt: june.toISOString() } },
    { details: { successorExpiresAt: expiresAt.toISOString() } },
  ])
})

test('the successor of a key with an expiry has an expiry only if the operator says so', async () => {
  const { key } = await issue(june)
  const keyId = formatId('key', key.id)
  await expect(rotateKey(deps, { keyId, ...why })).rejects.toMatchObject({ code: 'expiry_invalid' })
  expect((await rotateKey(deps, { keyId, expiresAt: null, ...why })).key.expiresAt).toBeNull()
  // The key stays one with an expiry after it was rotated.
  await expect(rotateKey(deps, { keyId, ...why })).rejects.toMatchObject({ code: 'expiry_invalid' })
  const plain = await issue()
  expect((await rotateKey(deps, { keyId: formatId('key', plain.key.id), ...why })).key.expiresAt).toBeNull()
})

test('a key that reached its expiry can be rotated and stays expired', async () => {
  const { key, secret } = await issue(later(start, 1_000))
  clock.advance(2_000)
  const keyId = formatId('key', key.id)
  const next = await rotateKey(deps, { keyId, expiresAt: june, ...why })
  expect(next.oldKeyExpiresAt).toEqual(later(start, 1_000))
  const { authenticate } = createKeyAuthenticator({ pool: api, ...keys, clock })
  expect((await authenticate(next.secret, here)).id).toBe(next.key.id)
  await expect(authenticate(secret, here)).rejects.toMatchObject({ code: 'key_expired' })
  await expect(rotateKey(deps, { keyId, expiresAt: june, ...why })).rejects.toMatchObject({
    code: 'key_expired',
  })
})

test.each([
  ['a later expiry', `expires_at = '2028-01-01'`],
  ['an earlier expiry without a rotation', `expires_at = '2027-01-01'`],
  ['no expiry', 'expires_at = null'],
  ['no expiry, as issued', 'issued_until = null'],
  ['a later expiry, as issued', `issued_until = '2028-01-01'`],
])('not even the owner of the database can give a key %s', async (_what, change) => {
  const { key } = await issue(june)
  await expect(owner.query(`update api_key set ${change} where id = $1`, [key.id])).rejects.toMatchObject({
    code: 'AF445',
  })
  expect(await read(key.id)).toMatchObject({ expiresAt: june, issuedUntil: june })
})

test('a rotation cannot extend a key either', async () => {
  const [old, successor] = [await issue(june), await issue()]
  await expect(
    owner.query(`update api_key set expires_at = '2028-01-01', replaced_by = $2 where id = $1`, [
      old.key.id,
      successor.key.id,
    ]),
  ).rejects.toMatchObject({ code: 'AF445' })
})

test.each([
  ['2027-06-30', '2027-06-30T00:00:00.000Z'],
  ['2027-06-30T12:00Z', '2027-06-30T12:00:00.000Z'],
  ['2027-06-30T12:00:00+01:00', '2027-06-30T11:00:00.000Z'],
])('the expiry %s is %s', (text, at) => {
  expect(parseExpiry(text, start)?.toISOString()).toBe(at)
})

test.each([
  '',
  '30/06/2027',
  '2027-06',
  '2027-06-30T12:00',
  '2027-02-31',
  '2027-13-01',
  '2026-11-14',
  'Never',
])('the expiry "%s" is refused', (text) => {
  expect(() => parseExpiry(text, start)).toThrow(expect.objectContaining({ code: 'expiry_invalid' }))
})
