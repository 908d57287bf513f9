import { issueLiveKey } from '@afara/stack/authenticator/decide-live.ts'
import { goLive } from '@afara/stack/postgres/go-live.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createManualClock } from '../../../test/manual-clock.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { createBusiness } from '../businesses/manage-business.ts'
import { createKeyAuthenticator } from './authenticate-key.ts'
import { generateKey } from './key-text.ts'
import { issueKey, revokeKey, rotateKey } from './manage-keys.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const api = createPool(database.url('afara_api'), { max: 2, applicationName: 'test' })
const why = { actor: 'system:test', reason: 'a test' }
const cell = 'lag1'
const peppers = new Map([[1, Buffer.alloc(32, 1)]])
const here = '203.0.113.7'
const business = await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })
await goLive(owner, 'ada-foods')

let clock = createManualClock(new Date('2026-11-14T09:00:00Z'))
let deps = { pool: owner, cell, peppers, clock }
let authenticate = createKeyAuthenticator({ pool: api, cell, peppers, clock }).authenticate

beforeEach(() => {
  clock = createManualClock(new Date('2026-11-14T09:00:00Z'))
  deps = { pool: owner, cell, peppers, clock }
  authenticate = createKeyAuthenticator({ pool: api, cell, peppers, clock }).authenticate
})

afterAll(async () => {
  await Promise.all([owner.end(), api.end()])
  await database.drop()
})

const issue = async (more: { networks?: string[]; scopes?: string[]; expiresAt?: Date } = {}) =>
  issueKey(deps, { business: 'ada-foods', mode: 'test', ...why, ...more })

const refusedWith = (code: string) => expect.objectContaining({ name: 'Refusal', code })

test('a key authenticates its own business in its own mode, with its scopes', async () => {
  const { key, secret } = await issueLiveKey(deps, { business: 'ada-foods' })
  expect(await authenticate(secret, here)).toEqual({
    id: key.id,
    tenant: { businessId: business.id, mode: 'live' },
    linkTag: 'ada-foods',
    scopes: ['read', 'buy', 'sell'],
    requestsPerWindow: 1000,
    expiresAt: null,
    mustSign: false,
    terms: {
      mayHoldBalance: false,
      feePlan: { flatMinor: 0n, bps: 0, capMinor: null },
      defaultWallet: null,
      dailyLimitMinor: null,
    },
  })
})

test.each(['payouts', 'webhooks'] as const)('a key has the scope %s only if it is named', async (scope) => {
  const plain = await issue()
  const named = await issue({ scopes: ['read', scope] })
  expect((await authenticate(plain.secret, here)).scopes).not.toContain(scope)
  expect((await authenticate(named.secret, here)).scopes).toEqual(['read', scope])
})

test('a malformed key, a mistyped key and a key of another cell are distinguished without a look-up', async () => {
  const { secret } = await issue()
  const last = secret.endsWith('A') ? 'B' : 'A'
  await expect(authenticate('Bearer abc', here)).rejects.toEqual(refusedWith('key_malformed'))
  await expect(authenticate(secret.slice(0, -1) + last, here)).rejects.toEqual(refusedWith('key_mistyped'))
  await expect(authenticate(generateKey({ mode: 'test', cell: 'abj2' }), here)).rejects.toEqual(
    refusedWith('key_wrong_cell'),
  )
})

test('a well-formed key that nobody issued is unknown', async () => {
  await expect(authenticate(generateKey({ mode: 'test', cell }), here)).rejects.toEqual(
    refusedWith('key_unknown'),
  )
})

test('a revoked key is refused after at most four seconds', async () => {
  const { key, secret } = await issue()
  await authenticate(secret, here)
  await revokeKey(deps, { keyId: formatId('key', key.id), ...why })
  clock.advance(4_001)
  await expect(authenticate(secret, here)).rejects.toEqual(refusedWith('key_revoked'))
})

test('a clock that is set back does not keep a revoked key alive', async () => {
  const { key, secret } = await issue()
  const keys = createKeyAuthenticator({ pool: api, cell, peppers, clock })
  const caller = { ip: here, socket: {} }
  await keys.authenticate(secret, here)
  expect(keys.tryCached(secret, caller)?.id).toBe(key.id)
  await revokeKey(deps, { keyId: formatId('key', key.id), ...why })
  clock.advance(-3_600_000)
  expect(keys.tryCached(secret, caller)).toBeUndefined()
  await expect(keys.authenticate(secret, here)).rejects.toEqual(refusedWith('key_revoked'))
})

test('a key in use is checked from memory, and looked up once in two seconds', async () => {
  const { key, secret } = await issue()
  const keys = createKeyAuthenticator({ pool: api, cell, peppers, clock })
  const caller = { ip: here, socket: {} }
  expect(keys.tryCached(secret, caller)).toBeUndefined()
  await Promise.all(Array.from({ length: 50 }, async () => keys.authenticate(secret, here)))
  expect(keys.counts).toEqual({ hits: 0, lookUps: 1, failures: 0 })
  for (let at = 0; at < 1_000; at += 1) expect(keys.tryCached(secret, caller)?.id).toBe(key.id)
  // Tries another connection, and then a connection that sends another key than before.
  expect(keys.tryCached(secret, { ip: here, socket: {} })?.id).toBe(key.id)
  expect(keys.tryCached(`${secret}x`, caller)).toBeUndefined()
  expect(keys.counts.lookUps).toBe(1)
  for (let lookUps = 2; lookUps < 6; lookUps += 1) {
    clock.advance(1_999)
    const before = keys.tryCached(secret, caller)
    expect(before?.id).toBe(key.id)
    expect(keys.counts.lookUps).toBe(lookUps - 1)
    clock.advance(1)
    // The first request with an old entry is answered from memory. A later one has the refreshed key.
    expect(keys.tryCached(secret, caller)).toBe(before)
    await expect.poll(() => keys.tryCached(secret, caller)).not.toBe(before)
    expect(keys.counts.lookUps).toBe(lookUps)
  }
  clock.advance(4_001)
  expect(keys.tryCached(secret, caller)).toBeUndefined()
})

test('expiry and address are checked for every request, even with a fresh cache', async () => {
  const bound = await issue({ networks: ['203.0.113.0/24'] })
  const keys = createKeyAuthenticator({ pool: api, cell, peppers, clock })
  await keys.authenticate(bound.secret, here)
  expect(keys.tryCached(bound.secret, { ip: '203.0.113.9', socket: {} })).toBeDefined()
  expect(() => keys.tryCached(bound.secret, { ip: '198.51.100.1', socket: {} })).toThrow(
    expect.objectContaining({ code: 'ip_not_allowed' }),
  )
  const rotated = await issue()
  await rotateKey(deps, { keyId: formatId('key', rotated.key.id), overlapHours: 1 / 3600, ...why })
  await keys.authenticate(rotated.secret, here)
  clock.advance(1_000)
  expect(() => keys.tryCached(rotated.secret, { ip: here, socket: {} })).toThrow(
    expect.objectContaining({ code: 'key_expired' }),
  )
})

test('a flood of unknown keys is looked up once each, is bounded in memory, and evicts no known key', async () => {
  const { key, secret } = await issue()
  const keys = createKeyAuthenticator({ pool: api, cell, peppers, clock })
  await keys.authenticate(secret, here)
  const unknown = generateKey({ mode: 'test', cell })
  for (let at = 0; at < 5; at += 1) {
    await expect(keys.authenticate(unknown, here)).rejects.toEqual(refusedWith('key_unknown'))
  }
  expect(keys.counts.lookUps).toBe(2)
  for (let group = 0; group < 22; group += 1) {
    const flood = Array.from({ length: 100 }, () => generateKey({ mode: 'test', cell }))
    await Promise.allSettled(flood.map(async (text) => keys.authenticate(text, here)))
  }
  expect(keys.sizes()).toEqual({ known: 1, unknown: 2_000 })
  expect(keys.tryCached(secret, { ip: here, socket: {} })?.id).toBe(key.id)
})

test('while the database does not answer, a key works until its cache entry expires', async () => {
  const { key, secret } = await issue()
  const keys = createKeyAuthenticator({ pool: api, cell, peppers, clock })
  await keys.authenticate(secret, here)
  await owner.query('revoke execute on function find_api_key from afara_api')
  try {
    clock.advance(3_999)
    expect(keys.tryCached(secret, { ip: here, socket: {} })?.id).toBe(key.id)
    await expect.poll(() => keys.counts.failures).toBe(1)
    clock.advance(2_000)
    expect(keys.tryCached(secret, { ip: here, socket: {} })).toBeUndefined()
    await expect(keys.authenticate(secret, here)).rejects.toEqual(refusedWith('unavailable'))
    // The database is not queried again at once, to spare it.
    await expect(keys.authenticate(secret, here)).rejects.toEqual(refusedWith('unavailable'))
    expect(keys.counts.failures).toBe(2)
  } finally {
    await owner.query('grant execute on function find_api_key to afara_api')
  }
  clock.advance(1_000)
  expect((await keys.authenticate(secret, here)).id).toBe(key.id)
})

test('after a rotation both keys work until the overlap ends, then only the new one', async () => {
  const old = await issue({ networks: ['203.0.113.0/24'], scopes: ['read', 'payouts'] })
  const next = await rotateKey(deps, { keyId: formatId('key', old.key.id), overlapHours: 2, ...why })
  const admitted = await authenticate(next.secret, here)
  expect(admitted).toMatchObject({
    tenant: { businessId: business.id, mode: 'test' },
    scopes: ['read', 'payouts'],
  })
  await expect(authenticate(next.secret, '198.51.100.1')).rejects.toEqual(refusedWith('ip_not_allowed'))
  clock.advance(2 * 3_600_000 - 1)
  expect((await authenticate(old.secret, here)).id).toBe(old.key.id)
  clock.advance(1)
  await expect(authenticate(old.secret, here)).rejects.toEqual(refusedWith('key_expired'))
  expect((await authenticate(next.secret, here)).id).toBe(next.key.id)
})

test('a second rotation never extends the old key', async () => {
  const old = await issue()
  const keyId = formatId('key', old.key.id)
  const first = await rotateKey(deps, { keyId, overlapHours: 1, ...why })
  const second = await rotateKey(deps, { keyId, overlapHours: 48, ...why })
  expect(second.oldKeyExpiresAt).toEqual(first.oldKeyExpiresAt)
})

test('a revoked or expired key cannot be rotated', async () => {
  const revoked = await issue()
  await revokeKey(deps, { keyId: formatId('key', revoked.key.id), ...why })
  await expect(rotateKey(deps, { keyId: formatId('key', revoked.key.id), ...why })).rejects.toEqual(
    refusedWith('key_revoked'),
  )
  const expired = await issue()
  await rotateKey(deps, { keyId: formatId('key', expired.key.id), overlapHours: 0, ...why })
  await expect(rotateKey(deps, { keyId: formatId('key', expired.key.id), ...why })).rejects.toEqual(
    refusedWith('key_expired'),
  )
})

test('a key with a list of addresses is refused from elsewhere', async () => {
  const { secret } = await issue({ networks: ['203.0.113.9/24'] })
  expect(await authenticate(secret, '::ffff:203.0.113.7')).toBeDefined()
  await expect(authenticate(secret, '198.51.100.1')).rejects.toEqual(refusedWith('ip_not_allowed'))
})

test('a business suspended in live can still use its test keys', async () => {
  const live = await issueLiveKey(deps, { business: 'ada-foods' })
  const sandbox = await issue()
  const suspend = `update business_mode set status = $1 where business_id = $2 and mode = 'live'`
  await owner.query(suspend, ['suspended', business.id])
  await expect(authenticate(live.secret, here)).rejects.toEqual(refusedWith('business_suspended'))
  expect(await authenticate(sandbox.secret, here)).toBeDefined()
  await owner.query(suspend, ['active', business.id])
})

test('the database holds neither a key nor any part of its secret', async () => {
  const { key, secret } = await issue()
  const { rows } = await owner.query<{ row: string; hmac: Buffer }>(
    `select k::text || coalesce(string_agg(a::text, ''), '') as row, k.hmac from api_key k, audit a
     where k.id = $1 group by k.*, k.hmac`,
    [key.id],
  )
  const random = secret.split('_')[3] ?? ''
  expect(rows[0]?.hmac).toHaveLength(32)
  expect(rows[0]?.row).not.toContain(random.slice(0, 8))
})

test('keys of an old pepper work together with keys of the new one, until the old one is removed', async () => {
  const old = await issue()
  const both = new Map([...peppers, [2, Buffer.alloc(32, 2)]])
  const fresh = await issueKey({ ...deps, peppers: both }, { business: 'ada-foods', mode: 'test', ...why })
  const overlapping = createKeyAuthenticator({ pool: api, cell, peppers: both, clock })
  expect((await overlapping.authenticate(old.secret, here)).id).toBe(old.key.id)
  expect((await overlapping.authenticate(fresh.secret, here)).id).toBe(fresh.key.id)

  const onlyNew = createKeyAuthenticator({
    pool: api,
    cell,
    peppers: new Map([[2, Buffer.alloc(32, 2)]]),
    clock,
  })
  expect((await onlyNew.authenticate(fresh.secret, here)).id).toBe(fresh.key.id)
  await expect(onlyNew.authenticate(old.secret, here)).rejects.toEqual(refusedWith('key_unknown'))
})

test('the last use of a key is written at most once a minute', async () => {
  const { key, secret } = await issue()
  const lastUsed = async () => {
    const { rows } = await owner.query<{ at: Date | null }>(
      `select last_used_at as at from api_key where id = $1`,
      [key.id],
    )
    return rows[0]?.at?.toISOString()
  }
  expect(await lastUsed()).toBeUndefined()
  await authenticate(secret, here)
  clock.advance(30_000)
  await authenticate(secret, here)
  await expect.poll(lastUsed).toBe('2026-11-14T09:00:00.000Z')
  clock.advance(31_000)
  await authenticate(secret, here)
  await expect.poll(lastUsed).toBe('2026-11-14T09:01:01.000Z')
})
