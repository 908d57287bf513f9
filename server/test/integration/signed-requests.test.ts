import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { formatId, newId } from '../../src/kernel/ids/ids.ts'
import { money } from '../../src/kernel/money/money.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { issueKey, rotateKey } from '../../src/records/keys/manage-keys.ts'
import { business as balanceOf, capital, posting } from '../../src/records/ledger/account.ts'
import { postEntry } from '../../src/records/ledger/ledger-store.ts'
import { createSigningBusiness } from '../signing-business.ts'
import { openLanes, openPayoutAccount } from './authorisation/give-balance.ts'
import { testKeys, wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const api = createPool(database.url('afara_api'), { max: 1, applicationName: 'test' })
const deps = wireTestApi(database)
const app = createApp(deps)
const signing = createSigningBusiness()
const why = { actor: 'system:test', reason: 'a test' }
const wallet = { network: 'Polygon', wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }
const WITHDRAWALS = '/transactions/v1/withdrawals'
const SELLS = '/transactions/v1/offramp'
let shop = { business_id: '', link_tag: 'ada-foods' }
let keys = { signing: '', plain: '', keyId: '' }

beforeAll(async () => {
  const { id } = await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })
  await openPayoutAccount(owner, 'test')
  await openLanes(owner)
  await owner.query(
    'update payout_account set available_minor = 100000000000, read_at = now(), lines_whole_at = now()',
  )
  const postings = [posting(capital, balanceOf(id), money('NGNC', 1_000_000_00n))]
  await postEntry(owner, {
    id: newId(),
    mode: 'test',
    transactionId: null,
    step: 'test',
    at: new Date(),
    postings,
  })
  shop = { ...shop, business_id: formatId('business', id) }
  const issue = async (publicKey?: Buffer) =>
    issueKey(
      { pool: owner, ...testKeys },
      { business: 'ada-foods', mode: 'test', scopes: ['read', 'sell', 'payouts'], publicKey, ...why },
    )
  const plain = await issue()
  const signed = await issue(signing.publicKey)
  keys = { signing: signed.secret, plain: plain.secret, keyId: signed.key.id }
})
afterAll(async () => {
  await app.close()
  await Promise.all([owner.end(), api.end(), deps.stop()])
  await database.drop()
})

const withdrawal = (reference: string | undefined, changes: object = {}) =>
  JSON.stringify({ ...shop, type: 'withdrawal', amount: 1000, ...wallet, reference, ...changes })
const sell = (reference: string, changes: object = {}) =>
  JSON.stringify({
    ...shop,
    type: 'sell_ramp',
    amount: '1000.50',
    bank_name: '000013',
    account_number: '0123456789',
    reference,
    ...changes,
  })

async function send(path: string, body: string, headers: object, key = keys.signing) {
  const reply = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'svc-sec-key': key, 'content-type': 'application/json', ...headers },
    payload: body,
  })
  return { verdict: `${reply.statusCode} ${String(reply.json().code ?? '')}`.trim(), json: reply.json() }
}

const count = async (): Promise<number> =>
  Number((await owner.query('select count(*) from transaction')).rows[0]?.count)

test('a signed withdrawal and a signed sell are accepted once, and kept as they were signed', async () => {
  const body = withdrawal('first')
  const headers = signing.headers({ path: WITHDRAWALS, body })
  const first = await send(WITHDRAWALS, body, headers)
  expect(first.verdict).toBe('200')
  const again = await send(WITHDRAWALS, body, headers)
  expect([again.verdict, again.json.transaction.id]).toEqual(['200', first.json.transaction.id])
  const sold = sell('sold')
  expect(
    (await send(SELLS, sold, signing.headers({ path: SELLS, body: sold, idempotencyKey: 's' }))).verdict,
  ).toBe('200')
  const { rows } = await owner.query(
    `select purpose, key_id, convert_from(body, 'UTF8') as body, base from signed_request order by purpose desc`,
  )
  expect(rows).toMatchObject([
    { purpose: 'withdrawal', key_id: keys.keyId, body },
    { purpose: 'sell', key_id: keys.keyId, body: sold },
  ])
  expect(rows[0].base.split('\n')[1]).toBe(`"@path": ${WITHDRAWALS}`)
  // A sell from a wallet brings its own tokens, so it needs no signature.
  expect((await send(SELLS, sell('from-wallet', wallet), {})).verdict).not.toContain('sign')
})

test('whatever deviates from what was signed is refused, and nothing is recorded', async () => {
  const before = await count()
  const body = withdrawal('second')
  const other = createSigningBusiness()
  const right = { path: WITHDRAWALS, body, idempotencyKey: 'second' }
  const refused: ReadonlyArray<readonly [string, string, string, object, string?]> = [
    ['unsigned', '401 request_unsigned', body, { 'idempotency-key': 'second' }],
    ['by a key without a public key', '401 request_unsigned', body, signing.headers(right), keys.plain],
    [
      'another body',
      '401 request_signature_invalid',
      withdrawal('second', { amount: 9000 }),
      signing.headers(right),
    ],
    [
      'another idempotency key',
      '401 request_signature_invalid',
      body,
      { ...signing.headers(right), 'idempotency-key': 'third' },
    ],
    ['another path', '401 request_signature_invalid', body, signing.headers({ ...right, path: SELLS })],
    ['by another key', '401 request_signature_invalid', body, other.headers(right)],
    [
      'expired',
      '401 request_signature_invalid',
      body,
      signing.headers({ ...right, createdMs: Date.now() - 301_000 }),
    ],
    [
      'of the future',
      '401 request_signature_invalid',
      body,
      signing.headers({ ...right, createdMs: Date.now() + 60_000 }),
    ],
    [
      'without the body',
      '401 request_signature_invalid',
      body,
      signing.headers({ ...right, covered: ['@method', '@path', 'idempotency-key'] }),
    ],
    [
      'garbage',
      '401 request_signature_invalid',
      body,
      { ...signing.headers(right), 'signature-input': 'sig1=();;' },
    ],
  ]
  for (const [name, verdict, sent, headers, key] of refused)
    expect([name, (await send(WITHDRAWALS, sent, headers, key)).verdict]).toEqual([name, verdict])
  const nameless = withdrawal(undefined)
  const named = await send(WITHDRAWALS, nameless, signing.headers({ path: WITHDRAWALS, body: nameless }))
  expect(named.json.message).toContain('Send your own reference')
  const byName = sell('by-name', { bank_name: 'GTBank' })
  const told = await send(SELLS, byName, signing.headers({ path: SELLS, body: byName }))
  expect(told.json.message).toContain('Send "000013" in place of "GTBank"')
  const batch = await send('/payouts/v1/batches', JSON.stringify({ rows: [] }), {})
  expect(batch.verdict).toBe('401 request_unsigned')
  expect(await count()).toBe(before)
})

test('nobody takes a public key away, and a successor has the same', async () => {
  const { key } = await rotateKey(
    { pool: owner, ...testKeys, clock: { now: () => new Date() } },
    { keyId: formatId('key', keys.keyId), ...why },
  )
  const { rows } = await owner.query('select public_key from signing_key order by created_at')
  expect(rows.map((row) => row.public_key)).toEqual([signing.publicKey, signing.publicKey])
  expect(key.publicKey).toEqual(signing.publicKey)
  for (const statement of [
    "update signing_key set public_key = sha256('x')",
    'delete from signing_key',
    'delete from signed_request',
    `update signed_request set body = 'x'`,
  ])
    await expect(owner.query(statement)).rejects.toThrow('append-only')
  for (const statement of ['select from signing_key', `insert into signing_key select * from signing_key`])
    await expect(api.query(statement)).rejects.toThrow('permission denied')
  await expect(
    issueKey(
      { pool: owner, ...testKeys },
      { business: 'ada-foods', mode: 'test', scopes: ['read'], publicKey: signing.publicKey, ...why },
    ),
  ).rejects.toThrow('scope "payouts"')
})
