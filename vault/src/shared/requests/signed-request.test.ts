import { generateKeyPairSync, hash, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { BUSINESS, TRANSACTION } from '../../../test/credit-rows.ts'
import { type BatchPlace, type Executed, requestProblem, type StoredRequest } from './signed-request.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const PUBLIC = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
const CREATED = 1_763_542_800
const WALLET = '0xAbCdEf0000000000000000000000000000000001'
const BATCH_ID = '01a1dee6-1366-7ab8-a780-7f2d4afdd6b0'
const BATCH = `bat_${BATCH_ID.replaceAll('-', '')}`

const withdrawal: Executed = {
  transactionId: TRANSACTION,
  purpose: 'withdrawal',
  business: BUSINESS,
  mode: 'live',
  reference: 'w-1',
  amountMinor: '150050',
  destination: { network: 'Polygon', wallet_address: WALLET },
}
const sell: Executed = {
  ...withdrawal,
  purpose: 'sell',
  reference: 's-1',
  destination: { bank_name: '000013', account_number: '0123456789' },
}
const withdrawalBody = `{"reference":"w-1","amount":"1500.5","network":" polygon ","wallet_address":"${WALLET.toLowerCase()}"}`
const sellRow = { reference: 's-1', amount: '1500.50', bank_name: '000013', account_number: '0123456789' }

type Given = Partial<StoredRequest> &
  Readonly<{ path?: string; method?: string; params?: string; digestOf?: string; text?: string }>

/** A request as its business signed it, with some changes. */
function signed({
  path = '/transactions/v1/withdrawals',
  method = 'POST',
  params = `("@method" "@path");created=${CREATED};keyid="k-1"`,
  text = withdrawalBody,
  digestOf = text,
  ...row
}: Given = {}): StoredRequest {
  const base = [
    `"@method": ${method}`,
    `"@path": ${path}`,
    `"content-digest": sha-256=:${hash('sha256', digestOf, 'base64')}:`,
    `"@signature-params": ${params}`,
  ].join('\n')
  return {
    subject_id: TRANSACTION,
    purpose: 'withdrawal',
    business_id: BUSINESS,
    mode: 'live',
    key_id: 'k-1',
    base,
    signature: sign(null, Buffer.from(base), privateKey),
    body: Buffer.from(text),
    revoked_at: null,
    ...row,
  }
}

function problem(
  stored: readonly StoredRequest[],
  executed: Executed = withdrawal,
  place?: BatchPlace,
): string | undefined {
  return requestProblem(executed, stored, place, (keyId) => (keyId === 'k-1' ? PUBLIC : undefined))
}

const signedSell = (row: object) =>
  signed({ path: '/transactions/v1/offramp', purpose: 'sell', text: JSON.stringify(row) })

test('a withdrawal and a sell that their business signed have no problem', () => {
  expect(problem([signed()])).toBeUndefined()
  expect(problem([signed({ revoked_at: new Date(CREATED * 1000) })])).toBeUndefined()
  expect(problem([signedSell(sellRow)], sell)).toBeUndefined()
  expect(problem([signedSell({ ...sellRow, amount: 1500.5 })], sell)).toBeUndefined()
})

const countsNot = (why: string) => `the signature of its withdrawal does not count: ${why}`

test.each<readonly [because: string, stored: readonly StoredRequest[]]>([
  ['its withdrawal is not signed', []],
  ['its withdrawal is not signed', [signed({ subject_id: BUSINESS })]],
  ['its withdrawal is not signed', [signed({ purpose: 'sell' })]],
  ['another business signed its withdrawal', [signed({ business_id: TRANSACTION })]],
  ['another business signed its withdrawal', [signed({ mode: 'test' })]],
  [countsNot('its key is not known here'), [signed({ key_id: 'k-2' })]],
  [countsNot('it is not of these bytes'), [signed({ signature: Buffer.alloc(64) })]],
  [countsNot('the body is another one'), [signed({ digestOf: '{}' })]],
  [countsNot('it is not of a POST'), [signed({ method: 'GET' })]],
  [countsNot('it has no time'), [signed({ params: '("@method");keyid="k-1"' })]],
  [countsNot('its key was revoked before'), [signed({ revoked_at: new Date(CREATED * 1000 - 1) })]],
  [countsNot('the body cannot be read'), [signed({ text: '{"reference":' })]],
  [countsNot('the body cannot be read'), [signed({ text: '["w-1"]' })]],
  [countsNot('the body cannot be read'), [signed({ text: 'null' })]],
  [
    'what was signed for its withdrawal is a request to /transactions/v1/offramp',
    [signed({ path: '/transactions/v1/offramp' })],
  ],
])('a request does not count: %s', (because, stored) => {
  expect(problem(stored)).toBe(because)
})

test('bytes that name neither path, nor digest, nor parameters do not count', () => {
  const base = '"@method": POST'
  const bare = signed({ base, signature: sign(null, Buffer.from(base), privateKey) })
  expect(problem([bare])).toBe(countsNot('the body is another one'))
  const digest = `"content-digest": sha-256=:${hash('sha256', withdrawalBody, 'base64')}:`
  const signedBase = (text: string) =>
    problem([signed({ base: text, signature: sign(null, Buffer.from(text), privateKey) })])
  expect(signedBase(`${base}\n${digest}`)).toBe(countsNot('it has no time'))
  expect(signedBase(`${base}\n${digest}\n"@signature-params": ();created=1`)).toBe(
    'what was signed for its withdrawal is a request to ',
  )
})

test.each<readonly [field: string, change: object]>([
  ['reference', { reference: 's-2' }],
  ['amount', { amount: '1500.51' }],
  ['amount', { amount: '01500.50' }],
  ['amount', { amount: '1500.500' }],
  ['amount', { amount: undefined }],
  ['bank_name', { bank_name: '000014' }],
  ['account_number', { account_number: '0123456788' }],
  ['account_number', { account_number: ' 0123456789' }],
  ['account_number', { account_number: undefined }],
])('a sell with another %s than its business signed is refused: %j', (field, change) => {
  expect(problem([signedSell({ ...sellRow, ...change })], sell)).toBe(`its business signed another ${field}`)
})

test('an account number that was signed as a number keeps its digits, and is refused', () => {
  const text = JSON.stringify(sellRow).replace('"0123456789"', '1234567890123456789012')
  const stored = [signed({ path: '/transactions/v1/offramp', purpose: 'sell', text })]
  const executed = { ...sell, destination: { ...sell.destination, account_number: '1234567890123456789012' } }
  expect(problem(stored, executed)).toBeUndefined()
  expect(problem(stored, sell)).toBe('its business signed another account_number')
})

test('case counts in an address that is not of an EVM network', () => {
  const address = 'GABC'
  const executed = { ...withdrawal, destination: { network: 'Stellar', wallet_address: address } }
  const stored = (wallet: string) =>
    signed({
      text: JSON.stringify({
        reference: 'w-1',
        amount: '1500.50',
        network: 'STELLAR',
        wallet_address: wallet,
      }),
    })
  expect(problem([stored(address)], executed)).toBeUndefined()
  expect(problem([stored('gabc')], executed)).toBe('its business signed another wallet_address')
})

const PLACE = { batchId: BATCH_ID, number: 2 }
const confirmed = signed({
  subject_id: BATCH_ID,
  purpose: 'confirmation',
  path: `/payouts/v1/batches/${BATCH}/confirm`,
  text: '{}',
})
const made = (rows: unknown) =>
  signed({
    subject_id: BATCH_ID,
    purpose: 'batch',
    path: '/payouts/v1/batches',
    text: JSON.stringify({ rows }),
  })

test('a row of a batch counts if the business signed the batch and confirmed it', () => {
  const other = { ...sellRow, reference: 's-0', amount: '1' }
  expect(problem([confirmed, made([other, sellRow])], sell, PLACE)).toBeUndefined()
  expect(problem([made([other, sellRow])], sell, PLACE)).toBe('its confirmation is not signed')
  expect(problem([confirmed], sell, PLACE)).toBe('its batch is not signed')
  expect(problem([confirmed, made([sellRow, other])], sell, PLACE)).toBe(
    'its business signed another reference',
  )
  for (const rows of [[sellRow], [sellRow, 7], 'rows', [sellRow, null]])
    expect(problem([confirmed, made(rows)], sell, PLACE)).toBe('the signed batch has no row 2')
})

test('a row without a reference has the one that is made of its batch and its number', () => {
  const { reference: _, ...row } = sellRow
  const stored = [confirmed, made([sellRow, row])]
  expect(problem(stored, { ...sell, reference: `${BATCH}-2` }, PLACE)).toBeUndefined()
  expect(problem(stored, { ...sell, reference: `${BATCH}-1` }, PLACE)).toBe(
    'its business signed another reference',
  )
})
