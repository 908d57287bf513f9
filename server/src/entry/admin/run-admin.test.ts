import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock/clock.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { createKeyAuthenticator } from '../../records/keys/authenticate-key.ts'
import { runAdmin } from './run-admin.ts'

const database = await createTestDatabase()
const api = createPool(database.url('afara_api'), { max: 2, applicationName: 'test' })
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const config = {
  ownerUrl: database.url('afara_owner'),
  cell: 'dev',
  peppers: new Map([[1, Buffer.alloc(32, 7)]]),
}
// Created for every call, because an authenticator caches its answers for some seconds.
const authenticate = async (secret: string, address: string) =>
  createKeyAuthenticator({ pool: api, ...config, clock: systemClock }).authenticate(secret, address)

afterAll(async () => {
  await Promise.all([api.end(), owner.end()])
  await database.drop()
})

async function admin(...args: string[]) {
  const out: string[] = []
  const errors: string[] = []
  const code = await runAdmin(args, {
    readConfig: () => config,
    readMigrationUrl: () => database.url(),
    readMailKey: () => Buffer.alloc(32, 5),
    readPeopleOrigin: () => 'http://localhost',
    print: (text) => out.push(...text.split('\n')),
    printError: (text) => errors.push(text),
  })
  return { code, out, text: out.join('\n'), errors: errors.join('\n') }
}

test('a database that does not answer is reported as down', async () => {
  const errors: string[] = []
  const code = await runAdmin(['seed'], {
    readConfig: () => ({ ...config, ownerUrl: 'postgres://afara_owner@127.0.0.1:1/none' }),
    readMigrationUrl: () => '',
    readMailKey: () => Buffer.alloc(32, 5),
    readPeopleOrigin: () => 'http://localhost',
    print: () => {},
    printError: (text) => errors.push(text),
  })
  expect(code).toBe(1)
  expect(errors.join()).toMatch(/does not answer/)
})

test('the seed is idempotent: everything exists once, and only the newest key works', async () => {
  const count = async () => {
    const { rows } = await owner.query(`select (select count(*) from business) as businesses,
      (select count(*) from operator) as operators, (select count(*) from vendor_account) as accounts`)
    return rows
  }
  const first = seededBy(await admin('seed'))
  const before = await count()
  const second = seededBy(await admin('seed'))
  expect(await count()).toEqual(before)
  expect(second).toMatchObject({ businessId: first.businessId, linkTag: 'ada-foods' })
  expect(first.businessId).toMatch(/^biz_[0-9a-f]{32}$/)
  expect(await authenticate(second.testKey, '127.0.0.1')).toMatchObject({
    tenant: { mode: 'test' },
    scopes: ['read', 'buy', 'sell', 'payouts', 'webhooks'],
    requestsPerWindow: 1_000_000,
  })
  await expect(authenticate(first.testKey, '127.0.0.1')).rejects.toMatchObject({ code: 'key_revoked' })
})

test('the seed keeps the key in a file, and replaces a key that no longer works', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'afara-seed-')), 'test-key')
  const first = seededBy(await admin('seed', '--key-file', file))
  expect(readFileSync(file, 'utf8')).toBe(first.testKey)
  expect(seededBy(await admin('seed', '--key-file', file)).testKey).toBe(first.testKey)
  await authenticate(first.testKey, '127.0.0.1')

  const other = seededBy(await admin('seed'))
  expect(seededBy(await admin('seed', '--key-file', file)).testKey).not.toBe(first.testKey)
  await expect(authenticate(other.testKey, '127.0.0.1')).rejects.toMatchObject({ code: 'key_revoked' })
})

test('no account of the seed could be the account of a real person', async () => {
  const { rows } = await owner.query(`select mode, business_id is null as shared from vendor_account
    where name ~ '^TEST (Ada Foods / Afara|Afara Collections)' or name ~ 'Development' order by mode, shared`)
  expect(rows).toEqual([
    { mode: 'live', shared: true },
    { mode: 'test', shared: false },
    { mode: 'test', shared: true },
    { mode: 'test', shared: true },
  ])
})

function seededBy({ out }: { out: string[] }): { testKey: string; businessId: string; linkTag: string } {
  return JSON.parse(out.at(-1) ?? '') as { testKey: string; businessId: string; linkTag: string }
}
