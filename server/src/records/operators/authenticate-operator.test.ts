import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock as clock } from '../../kernel/clock/clock.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { generateOperatorKey, readOperatorKey } from '../keys/key-text.ts'
import { authenticateOperator } from './authenticate-operator.ts'
import { createOperator, issueOperatorKey, revokeOperatorKey } from './manage-operators.ts'

const database = await createTestDatabase()
const pool = createPool(database.url('afara_owner'), { max: 4, applicationName: 'test' })
const deps = { pool, clock, cell: 'dev', peppers: new Map([[1, Buffer.alloc(32, 7)]]) }
const by = { actor: 'system:test', reason: 'a test' }
const authenticate = async (key: string | undefined) => authenticateOperator({ ...deps, sql: pool }, key)

beforeAll(async () => {
  await createOperator(pool, { email: 'bisi@afara.test', name: 'Bisi', ...by })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('one wrong character in an operator key is detected without a look-up', () => {
  const key = generateOperatorKey('dev')
  expect(readOperatorKey(key)).toEqual({ cell: 'dev' })
  fc.assert(
    fc.property(fc.nat(key.length - 1), fc.constantFrom('1', 'A', 'Z', 'x', '_', '-'), (at, character) => {
      fc.pre(key[at] !== character)
      expect(readOperatorKey(key.slice(0, at) + character + key.slice(at + 1))).toBeUndefined()
    }),
  )
})

test('a key identifies its operator until a newer one replaces it', async () => {
  const first = await issueOperatorKey(deps, { email: 'bisi@afara.test', ...by })
  expect(first.replaced).toBe(false)
  expect(await authenticate(first.secret)).toMatchObject({ email: 'bisi@afara.test' })
  const second = await issueOperatorKey(deps, { email: 'bisi@afara.test', ...by })
  expect(second.replaced).toBe(true)
  await expect(authenticate(first.secret)).rejects.toMatchObject({ code: 'operator_key_revoked' })
  expect(await authenticate(second.secret)).toMatchObject({ name: 'Bisi' })
})

test('of keys issued concurrently, one remains valid', async () => {
  const made = await Promise.all(
    Array.from({ length: 4 }, async () => issueOperatorKey(deps, { email: 'bisi@afara.test', ...by })),
  )
  const answers = await Promise.allSettled(made.map(async ({ secret }) => authenticate(secret)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a revoked key is refused at once, and the refusal says why', async () => {
  const { secret } = await issueOperatorKey(deps, { email: 'bisi@afara.test', ...by })
  await revokeOperatorKey(deps, { email: 'bisi@afara.test', ...by })
  await expect(authenticate(secret)).rejects.toMatchObject({ code: 'operator_key_revoked' })
  await expect(revokeOperatorKey(deps, { email: 'bisi@afara.test', ...by })).rejects.toMatchObject({
    code: 'operator_key_unknown',
  })
})

test('a missing key, a business key, a key of another cell and an unknown key are refused', async () => {
  await expect(authenticate(undefined)).rejects.toMatchObject({ code: 'operator_key_missing' })
  await expect(authenticate('svc_test_dev_x')).rejects.toMatchObject({ code: 'operator_key_invalid' })
  await expect(authenticate(generateOperatorKey('lag1'))).rejects.toMatchObject({
    code: 'operator_key_invalid',
  })
  await expect(authenticate(generateOperatorKey('dev'))).rejects.toMatchObject({
    code: 'operator_key_unknown',
  })
})

test('the secret of a key is in no row', async () => {
  const { secret } = await issueOperatorKey(deps, { email: 'bisi@afara.test', ...by })
  const { rows } = await pool.query<{ text: string }>(
    `select string_agg(k::text, '') || (select string_agg(a::text, '') from audit a) as text from operator_key k`,
  )
  expect(rows[0]?.text).not.toContain(secret.split('_')[2])
})

test('the key of a disabled operator is refused', async () => {
  const { secret } = await issueOperatorKey(deps, { email: 'bisi@afara.test', ...by })
  await pool.query(`update operator set status = 'disabled'`)
  await expect(authenticate(secret)).rejects.toMatchObject({ code: 'operator_disabled' })
})
