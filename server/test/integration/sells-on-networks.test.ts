import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readKnownAddressesConfig } from '../../src/config/chains-config.ts'
import { readSettings } from '../../src/config/read-settings.ts'
import { createApp } from '../../src/entry/http/app.ts'
import { runOps } from '../../src/entry/ops/run-ops.ts'
import { formatId } from '../../src/kernel/ids/ids.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { depositSalt } from '../../src/movements/deposits/deposit-address.ts'
import { absentSigner } from '../../src/movements/transfers/signer.ts'
import { encodeBase58 } from '../../src/rails/chains/solana/addresses/base58.ts'
import { createSeedAddresses } from '../../src/rails/chains/solana/addresses/seed-address.ts'
import { createMuxedAddresses } from '../../src/rails/chains/stellar/stellar-address.ts'
import { ACCOUNT, encodeStrKey } from '../../src/rails/chains/stellar/strkey.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { issueKey } from '../../src/records/keys/manage-keys.ts'
import { wireWalletRules } from '../../src/wire/wire-chains.ts'
import { connectAs } from '../connect-as.ts'
import { testKeys, wireTestApi } from './test-api.ts'

const bytes = (first: number) => Uint8Array.from({ length: 32 }, (_, place) => first + place)
const account = (first: number): string => encodeStrKey({ version: ACCOUNT, payload: bytes(first) })
const key = (first: number): string => encodeBase58(bytes(first))
const own = {
  CHAIN_TEST_SOLANA_MINT: key(1),
  CHAIN_TEST_SOLANA_TREASURY: key(2),
  CHAIN_TEST_SOLANA_SWEEPER: key(3),
  CHAIN_TEST_STELLAR_ASSET: `NGNC:${account(2)}`,
  CHAIN_TEST_STELLAR_TREASURY: account(3),
  CHAIN_TEST_STELLAR_SWEEPER: account(5),
}
const knownAddresses = readKnownAddressesConfig(readSettings(own, 'api', /^CHAIN_/))

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const why = { actor: 'system:test', reason: 'a test' }
const deps = wireTestApi(database, { knownAddresses })
const app = createApp(deps)
const ada = await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })
const { secret } = await issueKey(
  { pool: owner, ...testKeys },
  { business: 'ada-foods', mode: 'test', ...why },
)

beforeAll(async () => {
  // Payout naira, without which no sell is accepted.
  await owner.query(`
    with opened as (select uuidv7() as id), account as (
      select open_payout_account(o.id, 'test', 'monnify', 'first', '0000000001', now()) from opened o)
    select post_entry(uuidv7(), 'test', null, 'test', now(), '{payout_bank}', array[o.id::text], '{capital}', '{""}', '{NGN}', '{100000000}')
    from opened o, account`)
  await hireOperator(owner, { email: 'bisi@afara.test', name: 'Bisi', ...why })
})
afterAll(async () => {
  await app.close()
  await Promise.all([owner.end(), deps.stop()])
  await database.drop()
})

async function sell(network: string, wallet: string, reference: string) {
  const response = await app.inject({
    method: 'POST',
    url: '/transactions/v1/offramp',
    headers: { 'svc-sec-key': secret },
    payload: {
      business_id: formatId('business', ada.id),
      link_tag: 'ada-foods',
      type: 'sell_ramp',
      amount: 500,
      bank_name: 'GTBank',
      account_number: '0123456789',
      network,
      wallet_address: wallet,
      reference,
    },
  })
  return { status: response.statusCode, body: response.json() }
}
const saltOf = (reference: string) => depositSalt({ businessId: ada.id, mode: 'test', reference })

test('on Stellar the answer has the account and a memo, and the sell has its own address', async () => {
  const { status, body } = await sell('Stellar', account(9), 'stellar-1')
  expect([status, body.code]).toEqual([200, undefined])
  const memo = BigInt(saltOf('stellar-1').slice(0, 18)).toString()
  expect(body.transaction.deposit).toMatchObject({
    network: 'Stellar',
    address: account(5),
    memo,
    amount: 500,
  })
  expect(body.message).toContain('with its memo')
  const { rows } = await owner.query('select address from deposit_address where network = $1', ['Stellar'])
  expect(rows).toEqual([{ address: createMuxedAddresses(account(5))(saltOf('stellar-1')) }])
  const again = await sell('Stellar', account(9), 'stellar-1')
  expect(again.body.transaction.deposit).toEqual(body.transaction.deposit)
  const read = await app.inject({
    url: `/transactions/v1/${body.transaction.transaction_id}`,
    headers: { 'svc-sec-key': secret },
  })
  expect(read.json().transaction.deposit).toEqual(body.transaction.deposit)

  const printed: string[] = []
  await runOps(['ops', 'show', body.transaction.transaction_id], {
    readSigning: softwareSigning,
    ...connectAs(database.url('afara_owner'), 'bisi@afara.test'),
    readStatementFormats: async () => [],
    readWalletRules: async () => wireWalletRules(knownAddresses),
    readChainsAndJournal: async () => ({ chains: new Map(), journal: absentSigner }),
    print: (text) => printed.push(text),
    printError: (text) => printed.push(text),
  })
  expect(printed.join(' ').replaceAll(/\s+/g, ' ')).toContain(`${account(5)} with memo ${memo} on Stellar`)
})

test('on Solana the sell has its own account, which is requested at once', async () => {
  const { status, body } = await sell('Solana', key(9), 'solana-1')
  expect(status).toBe(200)
  const address = createSeedAddresses(key(3))(saltOf('solana-1'))
  expect(body.transaction.deposit).toMatchObject({ network: 'Solana', address, memo: '' })
  const { rows } = await owner.query('select address, state from deposit_account')
  expect(rows).toEqual([{ address, state: 'wanted' }])
})

test('without deposits on a network, no sell is accepted', async () => {
  const { status, body } = await sell('Polygon', '0x8ba1f109551bD432803012645Ac136ddd64DBA72', 'polygon-1')
  expect([status, body.code]).toEqual([422, 'deposits_not_open'])
})
