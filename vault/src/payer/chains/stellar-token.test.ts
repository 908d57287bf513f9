import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Account, Keypair, MuxedAccount } from '@stellar/stellar-sdk'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSettingReader } from '../../shared/settings.ts'
import { stellarToken } from './stellar-token.ts'
import { sellSalt, type Witness } from './token-family.ts'

const addressOf = (byte: number) => Keypair.fromRawEd25519Seed(Buffer.alloc(32, byte)).publicKey()
const [sweeper, issuer, other] = [addressOf(5), addressOf(2), addressOf(6)]
const passphrase = 'A network of the test only'
const settings = { asset: `NGNC:${issuer}`, sweeper, passphrase }
const chain = stellarToken.readToken(
  createSettingReader(settings, new Set(Object.keys(settings)), 'token 1'),
  7,
)
const names = {
  transactionId: '01a1dee6-1366-7ab8-a780-7f2d4afdd653',
  businessId: '01990000-0000-7000-8000-00000000000b',
  mode: 'test',
  reference: 'sell-1',
}
const id = BigInt(sellSalt(names).slice(0, 18)).toString()
const [address = ''] = chain.depositAddresses(names)
const txHash = 'ab'.repeat(32)
const arrived = { txHash, logIndex: 1, address, minor: 5_000n }
const payment = {
  id: ((77n << 32n) | (3n << 12n) | 2n).toString(),
  type: 'payment',
  transaction_hash: txHash,
  to: sweeper,
  asset_code: 'NGNC',
  asset_issuer: issuer,
  // Fifty naira and a fraction of a kobo.
  amount: '50.0000123',
}
const transaction = { hash: txHash, successful: true, memo_type: 'id', memo: id }

let shown: { root: object; transaction: object | undefined; operations: readonly object[] }
const horizon = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://horizon')
  const answer =
    pathname === '/'
      ? shown.root
      : pathname.endsWith('/operations')
        ? { _embedded: { records: shown.operations } }
        : shown.transaction
  response.statusCode = answer === undefined ? 404 : 200
  response.end(JSON.stringify(answer ?? {}))
})
let witness: Witness

beforeAll(async () => {
  await new Promise<void>((resolve) => horizon.listen(0, '127.0.0.1', resolve))
  const { port } = horizon.address() as AddressInfo
  const created = chain.createWitness?.(`http://127.0.0.1:${port}/`)
  expect.assert(created !== undefined)
  witness = created
})
afterAll(() => {
  horizon.close()
})
beforeEach(() => {
  shown = { root: { network_passphrase: passphrase }, transaction, operations: [payment] }
})

const judge = async (): Promise<string> =>
  witness([arrived], AbortSignal.timeout(5_000)).then(
    () => 'shown',
    (error: unknown) => (error as { kind?: string }).kind ?? 'unavailable',
  )

test('a sell has one address: the account with a number derived from its names', () => {
  expect(address).toBe(new MuxedAccount(new Account(sweeper, '0'), id).accountId())
})

test('a payment with the number in the memo, in the address or in both is accepted', async () => {
  expect(await judge()).toBe('shown')
  const muxed = { ...payment, to_muxed: address, to_muxed_id: id }
  shown = { ...shown, operations: [muxed] }
  expect(await judge()).toBe('shown')
  shown = { ...shown, transaction: { ...transaction, memo_type: 'text', memo: 'rent' } }
  expect(await judge()).toBe('shown')
  shown = {
    ...shown,
    operations: [{ ...muxed, type: 'path_payment_strict_send', source_amount: '9.0000000' }],
  }
  expect(await judge()).toBe('shown')
})

test.each<[string, object, object]>([
  ['failed', {}, { successful: false }],
  ['has no memo', {}, { memo_type: 'none', memo: undefined }],
  ['has the memo of another sell', {}, { memo: '7' }],
  ['has different numbers in address and memo', { to_muxed: address }, { memo: '7' }],
  ['has a text memo', {}, { memo_type: 'text' }],
  ['is of another amount', { amount: '50.0100000' }, {}],
  ['is of another issuer', { asset_issuer: other }, {}],
  ['is of another asset', { asset_code: 'NGNX' }, {}],
  ['went to another account', { to: other }, {}],
  ['has another operation id', { id: ((77n << 32n) | (3n << 12n) | 1n).toString() }, {}],
  ['is of another transaction', { transaction_hash: 'cd'.repeat(32) }, {}],
  ['is another kind of operation', { type: 'create_claimable_balance' }, {}],
])('nothing is paid for tokens whose payment %s', async (_what, of, context) => {
  shown = { ...shown, operations: [{ ...payment, ...of }], transaction: { ...transaction, ...context } }
  expect(await judge()).toBe('denied')
})

test.each<[string, object]>([
  ['does not have it yet', { transaction: undefined }],
  ['belongs to another network', { root: { network_passphrase: 'another' } }],
  ['answers with nonsense', { operations: [{ ...payment, amount: 'much' }] }],
])('a payout waits while Horizon %s', async (_what, changes) => {
  shown = { ...shown, ...changes }
  expect(await judge()).toBe('waits')
})

test('a token whose deposits no node must show has no witness, and needs no passphrase', () => {
  const plain = { asset: settings.asset, sweeper }
  const reader = createSettingReader(plain, new Set(stellarToken.tokenSettings), 'token 1')
  expect(stellarToken.readToken(reader, undefined).createWitness).toBeUndefined()
  expect(() => stellarToken.readToken(reader, 7)).toThrow('passphrase')
  expect(() => stellarToken.readToken(reader, 6)).toThrow('decimals must be 7')
})
