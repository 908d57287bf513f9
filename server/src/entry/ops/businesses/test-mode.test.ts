import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAs } from '../../../../test/connect-as.ts'
import { openPostOffice, tokenIn } from '../../../../test/post-office.ts'
import { systemClock } from '../../../kernel/clock/clock.ts'
import { createPool } from '../../../kernel/postgres/pool.ts'
import { absentSigner } from '../../../movements/transfers/signer.ts'
import { createKeyAuthenticator } from '../../../records/keys/authenticate-key.ts'
import { wireWalletRules } from '../../../wire/wire-chains.ts'
import { runOps } from '../run-ops.ts'

const database = await createTestDatabase()
const ownerUrl = database.url('afara_owner')
const owner = createPool(ownerUrl, { max: 2, applicationName: 'test' })
const api = createPool(database.url('afara_api'), { max: 2, applicationName: 'test' })
const REASON = ['--reason', 'a test'] as const
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'

// Created for every call, because an authenticator caches its answers for some seconds.
const authenticate = async (secret: string, address: string) =>
  createKeyAuthenticator({
    pool: api,
    cell: 'dev',
    peppers: new Map([[1, Buffer.alloc(32, 7)]]),
    clock: systemClock,
  }).authenticate(secret, address)

beforeAll(async () => {
  await owner.query(`update decision_policy set people = 1 where mode = 'test'`)
  for (const name of ['ngozi', 'emeka'])
    await hireOperator(owner, { email: `${name}@afara.test`, name, actor: 'system:test', reason: 'a test' })
})
afterAll(async () => {
  await Promise.all([api.end(), owner.end()])
  await database.drop()
})

/** Runs a command as Ngozi, with the rights of the people process. */
async function ops(line: string, ...more: string[]) {
  const [out, errors]: [string[], string[]] = [[], []]
  const code = await runOps(['ops', ...line.split(' '), ...more], {
    readSigning: softwareSigning,
    ...connectAs(ownerUrl, 'ngozi@afara.test'),
    readStatementFormats: async () => [],
    readWalletRules: async () => wireWalletRules(),
    readChainsAndJournal: async () => ({ chains: new Map(), journal: absentSigner }),
    print: (text) => out.push(text),
    printError: (text) => errors.push(text),
  })
  return { code, text: out.join('\n'), errors: errors.join('\n') }
}

/** One person suffices in test mode: Ngozi proposes and approves. */
async function decide(line: string, ...more: string[]) {
  const asked = await ops(line, ...more, ...REASON)
  expect(asked.errors).toBe('')
  const approved = await ops(`approve ${/cas_[0-9a-f]{32}/.exec(asked.text)?.[0] ?? ''}`)
  expect(approved.errors).toBe('')
  return approved.text
}

const secretIn = (text: string) => /svc_\w+/.exec(text)?.[0] ?? ''
const keyIn = (text: string) => /key_[0-9a-f]{32}/.exec(text)?.[0] ?? ''

test('an operator sets up a business that can be called with its key', async () => {
  const created = await ops('business create bola-oil --name', 'Bola Oil', ...REASON)
  expect(created.text).toMatch(/biz_[0-9a-f]{32}/)
  expect((await ops('business create bola-oil --name Other', ...REASON)).errors).toContain('link_tag_taken')
  const { rows } = await owner.query(
    `select mode, status, may_hold_balance as holds, daily_limit_minor::text as daily from business_mode order by mode`,
  )
  expect(rows.toSorted((one, other) => (one.mode < other.mode ? -1 : 1))).toEqual([
    { mode: 'live', status: 'pending', holds: false, daily: '0' },
    { mode: 'test', status: 'active', holds: true, daily: null },
  ])
  const key = await ops('key issue-test bola-oil --ip 203.0.113.0/24', ...REASON)
  expect(await authenticate(secretIn(key.text), '203.0.113.5')).toMatchObject({
    linkTag: 'bola-oil',
    tenant: { mode: 'test' },
    scopes: ['read', 'buy', 'sell'],
  })
  const rotated = await ops(`key rotate ${keyIn(key.text)}`, ...REASON)
  expect(await authenticate(secretIn(rotated.text), '203.0.113.5')).toBeDefined()
  expect((await ops(`key revoke ${keyIn(key.text)}`, ...REASON)).code).toBe(0)
  await expect(authenticate(secretIn(key.text), '203.0.113.5')).rejects.toMatchObject({ code: 'key_revoked' })
  expect((await ops(`key revoke ${keyIn(key.text)}`, ...REASON)).errors).toContain('key_revoked')
  expect((await ops('key issue-test nobody', ...REASON)).errors).toMatch(/business_unknown.*Pass its id/)
  const { rows: audit } = await owner.query(
    `select a.action, o.email from audit a join operator o on o.id::text = a.actor where a.action ~ '^(business|key)' order by a.at, a.id`,
  )
  expect(audit.map(({ action, email }) => [action, email])).toEqual(
    ['business.created', 'key.issued', 'key.rotated', 'key.revoked'].map((action) => [
      action,
      'ngozi@afara.test',
    ]),
  )
})

test('an operator issues a key until a date, rotates it with another date, and lists both', async () => {
  const issued = async (...more: string[]) => ops('key issue-test bola-oil', ...more, ...REASON)
  expect((await issued('--expires', '2020-01-01')).errors).toContain('expiry_invalid')
  const key = await issued('--label', 'checkout', '--expires', '2099-06-30')
  const keyId = keyIn(key.text)
  expect((await ops('keys bola-oil')).text).toContain(
    `${keyId} (test) "checkout": works until 2099-06-30T00:00:00.000Z`,
  )
  const rotate = async (...more: string[]) => ops(`key rotate ${keyId} --overlap-hours 0`, ...more, ...REASON)
  expect((await rotate()).errors).toContain('Pass the expiry of the new key')
  const successor = keyIn((await rotate('--expires', 'never')).text)
  const { text } = await ops('keys bola-oil')
  expect(text).toContain(`${successor} (test) "checkout": works, does not expire`)
  expect(text).toContain(`replaced by ${successor}`)
})

test('one person decides terms in test mode; the audit shows the decision, and bad terms are refused', async () => {
  const place = `--default-network polygon --default-wallet ${WALLET} --hold-balance on`
  const text = await decide(
    `business terms bola-oil --mode test --fee-flat 100 --fee-bps 50 --daily-limit 5000000 ${place}`,
  )
  expect(text).toContain('daily limit ₦5,000,000.00')
  const key = await ops('key issue-test bola-oil --rate-limit 50', ...REASON)
  expect(await authenticate(secretIn(key.text), '203.0.113.5')).toMatchObject({
    requestsPerWindow: 50,
    terms: {
      feePlan: { flatMinor: 10_000n, bps: 50 },
      defaultWallet: { network: 'Polygon', address: WALLET },
    },
  })
  for (const [options, code] of [
    ['--fee-bps 10001', 'terms_invalid'],
    ['--fee-flat 1.234', 'amount_too_fine'],
    ['--daily-limit 0', 'terms_invalid'],
    ['--velocity-wallet-day -1', 'amount_malformed'],
    ['--hold-balance yes', 'terms_invalid'],
    ['--default-network Polygon', 'wallet_incomplete'],
    ['--default-network Polygon --default-wallet abc', 'wallet_address_invalid'],
    ['--mode test', 'terms_invalid'],
  ] as const)
    expect(
      (await ops(`business terms bola-oil --mode test ${options}`, ...REASON)).errors,
      options,
    ).toContain(code)
})

test('one person decides about a test account', async () => {
  const open = 'account open --mode test --number 9977581536 --name'
  expect((await ops(open, 'Afara', ...REASON)).errors).toContain('must start with "TEST "')
  await decide(open, 'TEST Afara')
  const id = /vac_[0-9a-f]{32}/.exec((await ops('account list')).text)?.[0] ?? ''
  await decide(`account move ${id} --to draining`)
  expect((await ops(`account feed ${id} --feed gtb`, ...REASON)).errors).toContain('feed_unknown')
  await decide(`account feed ${id} --feed providus`)
  const { rows } = await owner.query(`select mode, state, feed from vendor_account`)
  expect(rows).toEqual([{ mode: 'test', state: 'draining', feed: 'providus' }])
})

test('one person decides about a lane in test mode, once for each wallet', async () => {
  const open = (number: string, address: string) =>
    `lane open --mode test --network polygon --number ${number} --address ${address} --next-lock 7`
  await decide(open('11', WALLET))
  expect((await ops(open('12', WALLET), ...REASON)).errors).toMatch(/already open/)
  const typo = '0x52908400098527886E0F7030069857D2E4169Ee7'
  expect((await ops(open('13', typo), ...REASON)).errors).toMatch(/wallet_address_invalid/)
  const { rows } = await owner.query(`select mode, number, next_lock::int as lock from lane`)
  expect(rows).toEqual([{ mode: 'test', number: 11, lock: 7 }])
})

test('a member has one role in a business, and can be invited by mail and disabled', async () => {
  const add = async (role: string) =>
    ops(`member add bola-oil ngozi@bola.test --name Ngozi --role ${role}`, ...REASON)
  expect((await add('king')).errors).toContain('role_unknown')
  expect((await ops('member invite ngozi@bola.test', ...REASON)).errors).toContain('member_unknown')
  expect(await add('viewer')).toMatchObject({ code: 0 })
  expect(await add('owner')).toMatchObject({ code: 0 })
  expect((await owner.query(`select role from membership`)).rows).toEqual([{ role: 'owner' }])
  const invited = await ops('member invite ngozi@bola.test', ...REASON)
  expect(invited).toMatchObject({ code: 0 })
  expect(invited.text).not.toContain('inv_')
  const office = await openPostOffice(database, systemClock)
  await office.deliver()
  expect(tokenIn(office.to('ngozi@bola.test')[0])).toMatch(/^inv_/)
  await office.stop()
  expect(await ops('member disable ngozi@bola.test', ...REASON)).toMatchObject({ code: 0 })
  const { rowCount } = await owner.query(
    `select from invitation where member_id is not null and revoked_at is null`,
  )
  expect(rowCount).toBe(0)
})

test('the rights for test mode give no live key, and no key comes back', async () => {
  const people = createPool(database.url('afara_people'), { max: 1, applicationName: 'test', side: 'house' })
  const { rows } = await owner.query<{ id: string }>(`select id from business`)
  const store = people.query(
    `select store_api_key(gen_random_uuid(), $1, 'live', sha256('z'), 1, '{read}', '{}', '', 10, null)`,
    [rows[0]?.id],
  )
  await expect(store).rejects.toMatchObject({ code: 'AF447' })
  for (const statement of [
    `update api_key set revoked_at = null`,
    `update business_mode set status = 'active'`,
    `update membership set role = 'owner'`,
  ])
    await expect(people.query(statement), statement).rejects.toMatchObject({ code: '42501' })
  await people.end()
})
