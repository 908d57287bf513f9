import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { readKnownAddressesConfig } from '../../src/config/chains-config.ts'
import { readSettings } from '../../src/config/read-settings.ts'
import { createApp } from '../../src/entry/http/app.ts'
import { formatId } from '../../src/kernel/ids/ids.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { encodeBase58 } from '../../src/rails/chains/solana/addresses/base58.ts'
import { createMuxedIds } from '../../src/rails/chains/stellar/stellar-address.ts'
import { ACCOUNT, encodeStrKey } from '../../src/rails/chains/stellar/strkey.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { issueKey } from '../../src/records/keys/manage-keys.ts'
import { testKeys, wireTestApi } from './test-api.ts'

const bytes = (first: number) => Uint8Array.from({ length: 32 }, (_, place) => first + place)
const account = (first: number): string => encodeStrKey({ version: ACCOUNT, payload: bytes(first) })
const key = (first: number): string => encodeBase58(bytes(first))
const evm = {
  token: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  factory: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
  treasury: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  sweeper: '0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199',
}
const own = {
  CHAIN_LIVE_POLYGON_TOKEN: evm.token,
  CHAIN_TEST_POLYGON_FACTORY: evm.factory,
  CHAIN_TEST_POLYGON_TREASURY: evm.treasury,
  CHAIN_TEST_POLYGON_SWEEPER: evm.sweeper,
  CHAIN_TEST_SOLANA_MINT: key(1),
  CHAIN_TEST_SOLANA_TREASURY: key(2),
  CHAIN_TEST_SOLANA_SWEEPER: key(3),
  CHAIN_LIVE_STELLAR_ASSET: `NGNC:${account(1)}`,
  CHAIN_TEST_STELLAR_ASSET: `NGNC:${account(2)}`,
  CHAIN_TEST_STELLAR_CHANNELS: `${account(3)}=${account(4)}:1`,
  CHAIN_TEST_STELLAR_TREASURY: account(3),
  CHAIN_TEST_STELLAR_SWEEPER: account(5),
}

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const why = { actor: 'system:test', reason: 'a test' }
const deps = wireTestApi(database, {
  knownAddresses: readKnownAddressesConfig(readSettings(own, 'api', /^CHAIN_/)),
})
const app = createApp(deps)
const ada = await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })
const { secret } = await issueKey(
  { pool: owner, ...testKeys },
  { business: 'ada-foods', mode: 'test', ...why },
)

afterAll(async () => {
  await app.close()
  await Promise.all([owner.end(), deps.stop()])
  await database.drop()
})

const business = { business_id: formatId('business', ada.id), link_tag: 'ada-foods' }
const payee = { bank_name: 'GTBank', account_number: '0123456789' }

async function post(path: string, payload: object) {
  const response = await app.inject({
    method: 'POST',
    url: `/transactions/v1/${path}`,
    headers: { 'svc-sec-key': secret },
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}

const ours: ReadonlyArray<readonly [string, string, string]> = [
  ['the token of the other mode', 'Polygon', evm.token],
  ['the token of the other network', 'Avalanche', evm.token],
  ['the deposit factory', 'Polygon', evm.factory],
  ['the deposit factory', 'Avalanche', evm.factory],
  ['the treasury', 'Polygon', evm.treasury.toLowerCase()],
  ['the sweeper', 'Avalanche', evm.sweeper],
  ['the mint', 'Solana', key(1)],
  ['the treasury', 'Solana', key(2)],
  ['the sweeper', 'Solana', key(3)],
  ['the issuer of the other mode', 'Stellar', account(1)],
  ['the issuer', 'Stellar', account(2)],
  ['the treasury', 'Stellar', account(3)],
  ['a channel', 'Stellar', account(4)],
  ['the shared deposit account', 'Stellar', account(5)],
  ['an address of a sell', 'Stellar', createMuxedIds(account(5))(77n)],
]

test.each(ours)(
  '%s is our own wallet on %s: buys and sells with it are refused',
  async (_, network, address) => {
    const wallet = { network, wallet_address: address }
    const buy = await post('onramp', {
      ...business,
      ...payee,
      ...wallet,
      type: 'buy_ramp',
      amount: 15_000,
      vendor_name: 'TEST Afara',
      vendor_bank: 'TEST BANK (not a bank)',
      vendor_number: '0000000001',
    })
    const sell = await post('offramp', {
      ...business,
      ...payee,
      ...wallet,
      type: 'sell_ramp',
      amount: 15_000,
    })
    for (const { status, body } of [buy, sell]) {
      expect(status).toBe(422)
      expect(JSON.stringify(body)).toContain('wallet_address_forbidden')
    }
  },
)
