import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { bankVendors } from '@afara/stack/services/server-environment.ts'
import { type BankVendor, startBankSimulator } from '@afara/stack/simulators/bank-simulator.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '../../src/config/read-settings.ts'
import { readBanksConfig } from '../../src/config/shared-config.ts'
import { advanceCustomerNumber } from '../../src/flows/collections/close-number.ts'
import { createNumberDesk } from '../../src/flows/collections/number-desk.ts'
import { settleHint } from '../../src/flows/credits/record-answers.ts'
import { newId } from '../../src/kernel/ids/ids.ts'
import { formatMoney } from '../../src/kernel/money/money.ts'
import { asTenant } from '../../src/kernel/postgres/pool.ts'
import type { CollectionRails } from '../../src/movements/collections/collection-rail.ts'
import {
  endCustomerNumber,
  openCustomerNumber,
} from '../../src/movements/collections/customer-number-store.ts'
import { readWake } from '../../src/records/transactions/wake-store.ts'
import { wireWalletRules } from '../../src/wire/wire-chains.ts'
import { wireCollectionRails, wireFeeds } from '../../src/wire/wire-vendors.ts'
import { createMatchingWorld, type WorldAccount } from '../matching-world.ts'
import { openPayLink } from '../open-pay-link.ts'
import { testKeyring } from '../test-keyring.ts'

// Real rails as the api wires them, a real simulated bank with four vendors, and a real database.
const order: readonly BankVendor[] = ['kora', 'monnify', 'providus', 'paystack']
const pools = Object.fromEntries(
  order.map((vendor, place) => [
    vendor,
    {
      id: newId(),
      number: `880000000${place}`,
      payer: { accountNumber: '0123456789', bankCode: '000013', name: 'OKAFOR ADA' },
    },
  ]),
) as Record<BankVendor, WorldAccount>

const world = await createMatchingWorld()
const run = await createTemporaryRun()
let bank: Awaited<ReturnType<typeof startBankSimulator>>
let desk: ReturnType<typeof createNumberDesk>
let feeds: ReturnType<typeof wireFeeds>
let banks: ReturnType<typeof readBanksConfig>

beforeAll(async () => {
  bank = await startBankSimulator({
    directory: run.directory,
    onSpawn: run.onSpawn,
    accounts: order.map((vendor) => ({ vendor, number: pools[vendor].number })),
  })
  for (const vendor of order) {
    await world.owner.query(
      `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name, feed, is_pool)
       values ($1, 'test', 'TEST Pool', $2, 'test-bank', 'TEST BANK', $3, true)`,
      [pools[vendor].id, pools[vendor].number, vendor],
    )
  }
  const numbers = order.map((vendor) => [`BANK_TEST_${vendor.toUpperCase()}_POOL`, pools[vendor].number])
  const environment = {
    ...bankVendors(bank.url),
    ...Object.fromEntries(numbers),
    BANK_TEST_KORA_ACCOUNTS: pools.kora.number,
    BANK_TEST_MONNIFY_CONTRACT_CODE: '7059707855',
  }
  banks = readBanksConfig(readSettings(environment, 'api', /^BANK_/))
  feeds = wireFeeds(banks)
  desk = createNumberDesk({
    customerKeys: testKeyring,
    pool: world.api,
    clock: world.clock,
    rails: wireCollectionRails(banks),
    onError: (error) => {
      throw error
    },
    waits: { vendorMs: 10_000, payerMs: 40_000 },
  })
})
afterAll(async () => {
  await bank.stop()
  run.remove()
  await world.close()
})
/** Moves the world to the real time, which the rails use. */
const sync = () => world.clock.advance(Date.now() - world.clock.now().getTime())

const tell = async (method: string, path: string, body?: object): Promise<string> => {
  const response = await fetch(`${bank.adminUrl}${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`the bank answered ${response.status}: ${text}`)
  return text
}

/** A link of ₦20,000 that its payer opened: which vendors were asked, and which account the page shows. */
const openLink = async () => {
  sync()
  const link = await openPayLink(world, wireWalletRules())
  await desk.obtain('test', link.transactionId)
  const { rows } = await world.owner.query<{ vendor: string; state: string }>(
    'select vendor, state from collection_number where transaction_id = $1 order by asked_at, id',
    [link.transactionId],
  )
  return { ...link, shown: await link.page(), asked: rows.map(({ vendor, state }) => `${vendor} ${state}`) }
}

/** Pays to a number at the bank, and records what the vendor's feed reports. */
const pay = async (vendor: BankVendor, number: string, naira: string) => {
  await tell('POST', '/payments', { payments: [{ account: number, amount: naira }] })
  const truth = (await tell('GET', '/truth'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { reference: string; paid_to: string | null })
  const key = truth.findLast(({ paid_to: to }) => to === number)?.reference ?? ''
  const reread = await feeds.test.get(vendor)?.reread({ key, detail: null }, AbortSignal.timeout(20_000))
  if (reread?.kind !== 'found') throw new Error(`${vendor} does not show the payment`)
  sync()
  await world.record(pools[vendor], reread.lines)
  await world.match(pools[vendor])
}

test('each vendor is asked when those before it fail, its number takes the payment, and at last there is the shared account', async () => {
  const faults = ['number_none', 'number_502', 'number_reset', 'number_half_json']
  const failed: string[] = []
  for (const [place, vendor] of order.entries()) {
    const link = await openLink()
    expect(link.asked).toEqual([...failed, `${vendor} given`])
    await pay(vendor, link.shown.accountNumber, formatMoney(link.shown.left))
    expect(await world.statusOf(link.transactionId)).toBe('payment_received')
    await tell('POST', '/faults', { fault: faults[place], vendor })
    failed.push(`${vendor} ${faults[place] === 'number_none' ? 'refused' : 'unknown'}`)
  }
  const last = await openLink()
  expect(last.asked).toEqual(failed)
  expect(last.shown).toMatchObject({ accountNumber: last.account.number, numberUntil: null })
  expect(await world.findings()).toEqual([])
})

/** Pays to a number at the bank, and records what the vendor answers about it, as the worker does. */
const payAndRecord = async (vendor: BankVendor, number: string, naira: string) => {
  await tell('POST', '/payments', { payments: [{ account: number, amount: naira }] })
  const truth = (await tell('GET', '/truth'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { reference: string; paid_to: string | null })
  const key = truth.findLast(({ paid_to: to }) => to === number)?.reference ?? ''
  sync()
  const reread = await feeds.test.get(vendor)?.reread({ key, detail: null }, AbortSignal.timeout(20_000))
  if (reread === undefined) throw new Error(`${vendor} has no feed`)
  const hint = { mode: 'test', vendor, key, detail: null, receivedAt: world.clock.now(), tries: 0 } as const
  const deps = {
    pool: world.worker,
    clock: world.clock,
    feeds,
    onFeedFailure: () => {},
    onHintGivenUp: () => {},
  }
  await settleHint(deps, hint, reread, undefined)
  await world.match(pools[vendor])
}

test('each vendor that says so gives a customer a standing number, and every payment to it becomes a buy', async () => {
  await tell('DELETE', '/faults')
  const shop = await world.openBusiness()
  const account = await world.openAccount(shop)
  await world.owner.query('update business_mode set may_number_customers = true where business_id = $1', [
    shop,
  ])
  const rails = wireCollectionRails(banks)
  const standing = rails.test.filter(({ traits }) => traits.standing !== 'none')
  expect(standing.map(({ vendor }) => vendor)).toEqual(['monnify', 'providus'])
  for (const rail of standing) {
    sync()
    const id = newId()
    const opened = await openCustomerNumber(
      world.api,
      testKeyring,
      {
        id,
        businessId: shop,
        mode: 'test',
        reference: rail.vendor,
        meaning: Buffer.alloc(32, 1),
        customerName: 'Ada Obi',
        identity: { type: 'nin', reference: 'idv_7f3a9c2e51b8' },
        wallet: null,
        vendorAccountId: account.id,
      },
      world.clock.now(),
    )
    expect(opened).toMatchObject({ id, isReplay: false })
    const only = createNumberDesk({
      customerKeys: testKeyring,
      pool: world.api,
      clock: world.clock,
      rails: { live: [], test: [rail] },
      onError: (error) => {
        throw error
      },
      waits: { vendorMs: 10_000, payerMs: 20_000 },
    })
    await only.reserve('test', id)
    const { rows } = await world.owner.query<{ number: string }>(
      'select number from collection_number where customer_number_id = $1 and is_shown',
      [id],
    )
    const number = rows[0]?.number ?? ''
    await payAndRecord(rail.vendor as BankVendor, number, '20000')
    await payAndRecord(rail.vendor as BankVendor, number, '31234.56')
    const { rows: buys } = await world.owner.query(
      `select t.status, t.amount_minor::text as amount from customer_number_payment p
       join transaction t on t.id = p.transaction_id where p.customer_number_id = $1 order by t.amount_minor`,
      [id],
    )
    expect(buys).toEqual([
      { status: 'payment_received', amount: '2000000' },
      { status: 'payment_received', amount: '3123456' },
    ])
    expect(await endAndClose(rails, shop, id)).toEqual(
      rail.vendor === 'monnify' ? ['monnify did not confirm the end', 'closed'] : ['closed'],
    )
    const refused = JSON.parse(await tell('GET', '/numbers')).refused.length
    await tell('POST', '/payments', { payments: [{ account: number, amount: '20000' }] })
    const { refused: after } = JSON.parse(await tell('GET', '/numbers'))
    expect(after.length - refused).toBe(rail.vendor === 'monnify' ? 1 : 0)
  }
  expect(await world.findings()).toEqual([])
})

/** Ends a standing number, and lets the worker close it at its vendor, whose first answer is lost. Returns what came of each try. */
async function endAndClose(rails: CollectionRails, shop: string, id: string): Promise<string[]> {
  await tell('POST', '/faults', { fault: 'number_reset', times: 1 })
  const ended = await asTenant(world.api, { businessId: shop, mode: 'test' }, async (sql) =>
    endCustomerNumber(sql, id, world.clock.now()),
  )
  expect(ended).toBe(false)
  const told: string[] = []
  const closing = {
    pool: world.worker,
    clock: world.clock,
    rails,
    onFailure: (_id: string, error: unknown) => {
      told.push((error as Error).message.split(':')[0] ?? '')
    },
  }
  // Before its time, nothing is asked.
  await advanceCustomerNumber(closing, id)
  expect([told, (await readWake(world.worker, id)) !== undefined]).toEqual([[], true])
  for (let tries = 0; tries < 3 && (await readWake(world.worker, id)) !== undefined; tries += 1) {
    world.clock.advance(3_600_000)
    await advanceCustomerNumber(closing, id)
  }
  await tell('DELETE', '/faults')
  return [...told, 'closed']
}

test('a vendor whose terms exclude ramps is not asked in live mode', () => {
  const { live, test: inTest } = wireCollectionRails({ live: banks.test, test: banks.test })
  expect(live.map(({ vendor }) => vendor)).toEqual(['kora', 'monnify', 'providus'])
  expect(inTest.map(({ vendor }) => vendor)).toEqual(order)
})

test('while no vendor can be reached, the shared account is left', async () => {
  await bank.stop()
  const { shown, account } = await openLink()
  expect(shown).toMatchObject({ accountNumber: account.number, numberUntil: null })
})
