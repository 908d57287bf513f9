import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { Keypair } from '@stellar/stellar-sdk/base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { newId } from '../../src/kernel/ids/ids.ts'
import { money } from '../../src/kernel/money/money.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { DEFAULT_HORIZON_DEADLINE_MS } from '../../src/rails/chains/stellar/stellar-settings.ts'
import { postEntry } from '../../src/records/ledger/ledger-store.ts'
import { raiseStellarWorld } from '../contracts/stellar-world.ts'
import { floatFunded } from '../ledger-entries.ts'
import { buyOf } from './authorisation/requests.ts'
import { createOperators, createTenancies, type Tenancy } from './authorisation/tenancies.ts'
import { wireTestApi } from './test-api.ts'

const [database, stellar] = await Promise.all([createTestDatabase(), raiseStellarWorld()])
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const { url, asset, passphrase } = stellar.settings
const deps = wireTestApi(database, {
  chains: {
    live: {},
    test: {
      Stellar: {
        family: 'stellar',
        url,
        asset,
        passphrase,
        lanes: new Map(),
        decimals: 7,
        witnessUrl: undefined,
        deposits: undefined,
      },
    },
  },
})
const app = createApp(deps)
let ada: Tenancy

beforeAll(async () => {
  await createOperators(owner)
  const found = (await createTenancies(owner, 'ada-foods', 1)).find(({ mode }) => mode === 'test')
  if (found === undefined) throw new Error('there is a test mode')
  ada = found
  await owner.query(`select open_lane($1, 'test', 'Stellar', 1, $2, 0, now())`, [
    newId(),
    stellar.hot.publicKey(),
  ])
  await postEntry(owner, {
    id: newId(),
    mode: 'test',
    transactionId: null,
    step: 'test',
    at: new Date(),
    postings: floatFunded({ network: 'Stellar', number: 1 }, money('NGNC', 100_000_00n)),
  })
})
afterAll(async () => {
  await app.close()
  await Promise.all([owner.end(), deps.stop(), stellar.stop()])
  await database.drop()
})

async function previewFor(wallet: string) {
  const { headers, body } = buyOf(ada, { network: 'Stellar', wallet_address: wallet, amount: 20_000 })
  const reply = await app.inject({
    method: 'POST',
    url: '/transactions/v1/onramp/preview',
    headers: { ...headers, 'svc-sec-key': ada.keys['buy only'] },
    payload: body ?? '',
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().preview
}

test('the network is asked whether the wallet can receive, before any payment', async () => {
  const seen = await previewFor(Keypair.random().publicKey())
  expect(seen).toMatchObject({ ok: false, needs: [{ code: 'no_account', field: 'wallet_address' }] })
  expect(seen.needs[0].fix).toContain('2 XLM')
  expect(await previewFor(stellar.newWallet())).toMatchObject({ ok: true, needs: [], warnings: [] })
})

test('a network that is silent is a warning, and the answer comes before its adapter gives up', async () => {
  stellar.setFault('silence')
  const began = performance.now()
  const seen = await previewFor(stellar.newWallet())
  expect(performance.now() - began).toBeLessThan(DEFAULT_HORIZON_DEADLINE_MS)
  expect(seen).toMatchObject({ ok: true, warnings: [{ code: 'wallet_not_asked' }] })
})
