import { advanceBuy } from '@afara/server/flows/buys/advance-buy.ts'
import { createWalletAsks } from '@afara/server/flows/wallets/ask-wallets.ts'
import { asTenant } from '@afara/server/kernel/postgres/pool.ts'
import { findBuy } from '@afara/server/records/transactions/accepting/buy-store.ts'
import { findDrivenBuy } from '@afara/server/records/transactions/clearing/clearing-store.ts'
import { Keypair, Operation } from '@stellar/stellar-sdk/base'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createClearingWorld } from '../clearing-world.ts'
import { raiseStellarWorld } from '../contracts/stellar-world.ts'

const [world, stellar] = await Promise.all([createClearingWorld(), raiseStellarWorld()])
const failures: unknown[] = []
const askWallet = createWalletAsks(
  { chains: new Map([['test:Stellar', stellar.chain]]), onFailure: (_, error) => failures.push(error) },
  { atOnce: 4, askMs: 5_000, restMs: 0 },
)
await world.openLane(1, 'Stellar')

afterEach(() => stellar.setFault('none'))
afterAll(async () => {
  await world.close()
  await stellar.stop()
})

async function advance(id: string) {
  const buy = await findDrivenBuy(world.worker, id)
  if (buy === undefined) throw new Error('there is no such buy')
  return advanceBuy({ ...world.deps, askWallet }, buy, world.clock.now())
}

/** Returns the status of a buy or the wallet problem that it waits for, as its business sees it. */
async function told(shop: string, id: string): Promise<string | undefined> {
  const buy = await asTenant(world.api, { businessId: shop, mode: 'test' }, async (sql) => findBuy(sql, id))
  return buy?.walletStop?.code ?? buy?.status
}

async function later(id: string): Promise<void> {
  await stellar.mine(1)
  world.clock.advance(60_000)
  await advance(id)
}

test('a buy continues after its Stellar wallet is opened, trusts the token and has room', async () => {
  const owner = Keypair.random()
  const wallet = { network: 'Stellar', address: owner.publicKey() }
  const { shop, buy } = await world.receive(20_000, { wallet })
  await advance(buy)
  expect(await told(shop, buy)).toBe('no_account')
  await stellar.submit(stellar.customer, [
    Operation.createAccount({ destination: owner.publicKey(), startingBalance: '5' }),
  ])
  await later(buy)
  expect(await told(shop, buy)).toBe('no_trustline')
  await stellar.submit(owner, [Operation.changeTrust({ asset: stellar.asset, limit: '19999' })])
  await later(buy)
  expect(await told(shop, buy)).toBe('trustline_full')
  await stellar.submit(owner, [Operation.changeTrust({ asset: stellar.asset })])
  await later(buy)
  expect(await told(shop, buy)).toBe('cleared')
  expect(await world.deliveryOf(buy)).toMatchObject(wallet)
})

test('a failing network is queried again, and its failures decide nothing', async () => {
  const wallet = { network: 'Stellar', address: stellar.newWallet() }
  const { shop, buy } = await world.receive(60_000, { wallet })
  stellar.setFault('error_500')
  await advance(buy)
  expect([await told(shop, buy), failures.length]).toEqual(['network_unavailable', 1])
  stellar.setFault('none')
  await later(buy)
  expect(await told(shop, buy)).toBe('cleared')
})

test('after all of this the invariants hold', async () => {
  expect(await world.findings()).toEqual([])
})
