import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { issueKey } from '../../src/records/keys/manage-keys.ts'
import { testKeys, wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 1, applicationName: 'test' })
const deps = wireTestApi(database)
const app = createApp(deps)

afterAll(async () => {
  await app.close()
  await Promise.all([owner.end(), deps.stop()])
  await database.drop()
})

test('a key can read its business and its rights, but never its secret', async () => {
  const why = { actor: 'system:test', reason: 'a test' }
  await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })
  const { secret } = await issueKey(
    { pool: owner, ...testKeys },
    {
      business: 'ada-foods',
      mode: 'test',
      scopes: ['read', 'payouts'],
      expiresAt: new Date('2099-01-01'),
      ...why,
    },
  )
  const reply = await app.inject({ url: '/keys/v1/me', headers: { 'svc-sec-key': secret } })
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({
    message: 'A test key of ada-foods.',
    key: {
      link_tag: 'ada-foods',
      mode: 'test',
      scopes: ['read', 'payouts'],
      window_seconds: 10,
      expires_at: '2099-01-01T00:00:00.000Z',
    },
  })
  expect(reply.body).not.toContain(secret.slice(-12))
})
