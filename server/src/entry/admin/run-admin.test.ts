import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock/clock.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { createKeyAuthenticator } from '../../records/keys/authenticate-key.ts'
import { wireWalletRules } from '../../wire/wire-chains.ts'
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
    readWalletRules: async () => wireWalletRules(),
    print: (text) => out.push(...text.split('\n')),
    printError: (text) => errors.push(text),
  })
  return { code, out, text: out.join('\n'), errors: errors.join('\n') }
}

const by = (actor: string, reason = 'a test') => ['--actor', actor, '--reason', reason]

test('from an empty database, two operators set up a business that can be called with its key', async () => {
  const first = await admin(
    'operator',
    'create',
    '--email',
    'Ngozi@afara.test',
    '--name',
    'Ngozi',
    '--reason',
    'first',
  )
  expect(first).toMatchObject({ code: 0, errors: '' })
  expect(
    (
      await admin(
        'operator',
        'create',
        '--email',
        'emeka@afara.test',
        '--name',
        'Emeka',
        ...by('ngozi@afara.test'),
      )
    ).code,
  ).toBe(0)

  const business = await admin(
    'business',
    'create',
    '--name',
    'Bola Oil',
    '--link-tag',
    'bola-oil',
    ...by('ngozi@afara.test'),
  )
  expect(business.text).toMatch(/biz_[0-9a-f]{32}/)
  const key = await admin(
    'key',
    'issue',
    '--business',
    'bola-oil',
    '--mode',
    'test',
    '--ip',
    '203.0.113.0/24',
    ...by('ngozi@afara.test'),
  )
  const secret = secretIn(key.text)
  expect(await authenticate(secret, '203.0.113.5')).toMatchObject({
    linkTag: 'bola-oil',
    tenant: { mode: 'test' },
    scopes: ['read', 'buy', 'sell'],
  })

  const keyId = /key_[0-9a-f]{32}/.exec(key.text)?.[0] ?? ''
  const rotated = await admin('key', 'rotate', '--key', keyId, ...by('emeka@afara.test'))
  expect(await authenticate(secretIn(rotated.text), '203.0.113.5')).toBeDefined()
  expect((await admin('key', 'revoke', '--key', keyId, ...by('emeka@afara.test'))).code).toBe(0)
  await expect(authenticate(secret, '203.0.113.5')).rejects.toMatchObject({ code: 'key_revoked' })
})

test('a vendor account is opened and moved by two operators', async () => {
  const two = [...by('ngozi@afara.test'), '--approver', 'emeka@afara.test']
  const account = ['--mode', 'test', '--name', 'TEST Afara', '--number', '9977581536']
  expect(await admin('vendor', 'open', ...account, ...by('ngozi@afara.test'))).toMatchObject({
    code: 1,
    errors: expect.stringContaining('approval_required') as string,
  })
  const opened = await admin('vendor', 'open', ...account, ...two)
  expect(opened).toMatchObject({ code: 0, errors: '' })
  const id = /vac_[0-9a-f]{32}/.exec(opened.text)?.[0] ?? ''
  expect((await admin('vendor', 'move', '--account', id, '--to', 'draining', ...two)).text).toContain(
    'is draining',
  )
  const feed = ['vendor', 'feed', '--account', id, '--feed']
  expect((await admin(...feed, 'gtb', ...two)).errors).toContain('feed_unknown')
  expect((await admin(...feed, 'providus', ...by('ngozi@afara.test'))).errors).toContain('approval_required')
  expect((await admin(...feed, 'providus', ...two)).text).toContain('now uses the feed of providus')
  expect((await admin(...feed, 'none', ...two)).text).toContain('now uses statements only')
})

test('two operators change the terms of a business, and the audit log shows the old and the new terms', async () => {
  const terms = ['business', 'terms', '--business', 'bola-oil', '--mode', 'test']
  const two = [...by('ngozi@afara.test'), '--approver', 'emeka@afara.test']
  const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
  const change = ['--fee-flat', '100', '--fee-bps', '50', '--fee-cap', '2000.50', '--daily-limit', '5000000']
  const speed = ['--velocity-hour', '700000', '--velocity-wallet-day', '900000.50']
  const place = ['--default-network', 'polygon', '--default-wallet', wallet, '--hold-balance', 'on']
  expect((await admin(...terms, ...change, ...by('ngozi@afara.test'))).errors).toContain('approval_required')
  expect(await admin(...terms, ...change, ...speed, ...place, ...two)).toMatchObject({ code: 0, errors: '' })
  const taken = await admin(
    ...terms,
    '--fee-cap',
    'none',
    '--daily-limit',
    'none',
    '--velocity-hour',
    'none',
    ...two,
  )
  expect(taken.text).toMatch(/feeCap +none/)
  expect(taken.text).toMatch(/velocityHour +none\n +velocityWalletDay +900000\.5/)

  const key = await admin(
    'key',
    'issue',
    '--business',
    'bola-oil',
    '--mode',
    'test',
    '--rate-limit',
    '50',
    ...by('ngozi@afara.test'),
  )
  expect(await authenticate(secretIn(key.text), '203.0.113.5')).toMatchObject({
    requestsPerWindow: 50,
    terms: {
      mayHoldBalance: true,
      feePlan: { flatMinor: 10_000n, bps: 50, capMinor: null },
      defaultWallet: { network: 'Polygon', address: wallet },
      dailyLimitMinor: null,
    },
  })
  const { rows } = await owner.query(
    `select details -> 'before' as before, details -> 'after' as after, approved_by is not null as approved
     from audit where action = 'business.terms_set' order by at, id`,
  )
  expect(rows).toMatchObject([
    { approved: true, before: { feeFlat: '0', feeCap: 'none' }, after: { feeFlat: '100', feeCap: '2000.5' } },
    { approved: true, before: { dailyLimit: '5000000' }, after: { dailyLimit: 'none', feeBps: '50' } },
  ])
})

test.each([
  [['--fee-bps', '10001'], 'terms_invalid'],
  [['--fee-bps', 'x'], 'terms_invalid'],
  [['--fee-flat', '1.234'], 'amount_too_fine'],
  [['--daily-limit', '0'], 'terms_invalid'],
  [['--velocity-hour', '0'], 'terms_invalid'],
  [['--velocity-wallet-day', '-1'], 'amount_malformed'],
  [['--hold-balance', 'yes'], 'terms_invalid'],
  [['--default-network', 'Polygon'], 'wallet_incomplete'],
  [['--default-network', 'Polygon', '--default-wallet', 'abc'], 'wallet_address_invalid'],
  [[], 'terms_invalid'],
])('terms %j are refused as %s', async (options, code) => {
  const two = [...by('ngozi@afara.test'), '--approver', 'emeka@afara.test']
  const refused = await admin(
    'business',
    'terms',
    '--business',
    'bola-oil',
    '--mode',
    'test',
    ...options,
    ...two,
  )
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining(code) as string })
})

test('only the first operator has no creator, and no one acts as the system', async () => {
  const create = ['operator', 'create', '--email', 'x@afara.test', '--name', 'X']
  expect((await admin(...create, '--reason', 'x')).errors).toContain('actor_required')
  expect((await admin(...create, ...by('system:bootstrap'))).errors).toContain('actor_not_a_person')
})

test('a refused command says why and what to do, and exits with an error', async () => {
  const unknown = await admin(
    'key',
    'issue',
    '--business',
    'nobody',
    '--mode',
    'test',
    ...by('ngozi@afara.test'),
  )
  expect(unknown).toMatchObject({ code: 1, out: [] })
  expect(unknown.errors).toMatch(/business_unknown.*Pass its id/)
  const unexplained = await admin(
    'key',
    'issue',
    '--business',
    'bola-oil',
    '--mode',
    'test',
    '--actor',
    'ngozi@afara.test',
  )
  expect(unexplained.code).not.toBe(0)
  expect(unexplained.errors).toMatch(/--reason/)
})

test('a database that does not answer is reported as down', async () => {
  const errors: string[] = []
  const code = await runAdmin(['seed'], {
    readConfig: () => ({ ...config, ownerUrl: 'postgres://afara_owner@127.0.0.1:1/none' }),
    readMigrationUrl: () => '',
    readMailKey: () => Buffer.alloc(32, 5),
    readWalletRules: async () => wireWalletRules(),
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

function secretIn(text: string): string {
  return /svc_\w+/.exec(text)?.[0] ?? ''
}

function seededBy({ out }: { out: string[] }): { testKey: string; businessId: string; linkTag: string } {
  return JSON.parse(out.at(-1) ?? '') as { testKey: string; businessId: string; linkTag: string }
}

test('a lane is opened by one operator in test mode, once for each wallet, and not in live mode', async () => {
  const open = (mode: string, number: string, ...more: string[]) =>
    ['lane', 'open', '--mode', mode, '--network', 'polygon', '--number', number, ...more] as const
  const wallet = ['--address', '0x52908400098527886E0F7030069857D2E4169EE7']
  const opened = await admin(...open('test', '11', ...wallet, '--next-lock', '7'), ...by('ngozi@afara.test'))
  expect(opened).toMatchObject({ code: 0, errors: '' })
  expect(opened.text).toContain('Lane test:Polygon:11 is open')
  expect((await admin(...open('test', '12', ...wallet), ...by('ngozi@afara.test'))).errors).toMatch(
    /lane_exists/,
  )
  const live = open('live', '11', ...wallet)
  expect((await admin(...live, ...by('ngozi@afara.test'))).errors).toMatch(/approval_required/)
  const typo = open('test', '13', '--address', '0x52908400098527886E0F7030069857D2E4169Ee7')
  expect((await admin(...typo, ...by('ngozi@afara.test'))).errors).toMatch(/wallet_address_invalid/)
  const { rows } = await owner.query(
    `select l.mode, l.number, l.next_lock::int as lock, w.type from lane l join wake w on w.subject_id = l.id where l.number > 10 order by l.mode`,
  )
  expect(rows).toEqual([{ mode: 'test', number: 11, lock: 7, type: 'lane' }])
})
