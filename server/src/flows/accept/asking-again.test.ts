import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { systemClock as clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { money } from '../../kernel/money/money.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { depositSalt } from '../../movements/deposits/deposit-address.ts'
import type { VendorAccount } from '../../records/banks/vendor-account.ts'
import type { BusinessTerms } from '../../records/businesses/business-terms.ts'
import { createBusiness } from '../../records/businesses/manage-business.ts'
import { business, capital, posting } from '../../records/ledger/account.ts'
import { postEntry, readBalance } from '../../records/ledger/ledger-store.ts'
import { type BuyRequest, createBuyAcceptance } from '../buys/accept-buy.ts'
import { createSellAcceptance, type SellRequest } from '../sells/accept-sell.ts'
import { findFirst } from './find-first.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const worker = createPool(database.url('afara_worker'), { max: 2, applicationName: 'test' })
const pool = createPool(database.url('afara_api'), { max: 5, applicationName: 'test' })
const ada = await createBusiness(owner, {
  name: 'Ada Foods',
  linkTag: 'ada-foods',
  actor: 'system:test',
  reason: 'a test',
})
const account: VendorAccount = {
  id: newId(),
  mode: 'test',
  businessId: null,
  name: 'TEST Afara',
  accountNumber: '0000000001',
  bankCode: 'test-bank',
  bankName: 'TEST BANK',
  state: 'active',
}
await owner.query(
  `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name) values ($1, 'test', $2, $3, $4, $5)`,
  [account.id, account.name, account.accountNumber, account.bankCode, account.bankName],
)
await postEntry(owner, {
  id: newId(),
  mode: 'test',
  transactionId: null,
  step: 'test',
  at: new Date(),
  postings: [posting(capital, business(ada.id), money('NGNC', 10_000_00n))],
})

let bankSays: string | undefined
const onGroup = () => {}
const buys = createBuyAcceptance({ pool, clock, onGroup })
let room = 10n ** 15n
const sells = createSellAcceptance({
  pool,
  clock,
  nameEnquiry: {
    ask: async () => (bankSays === undefined ? undefined : { outcome: 'found', accountName: bankSays }),
  },
  payoutRoom: { of: async () => room },
  depositTargets: {
    isOpen: () => true,
    of: (_, __, salt) => ({ address: `address of ${salt}`, shown: `address of ${salt}`, memo: null }),
  },
  onGroup,
})
const tenant = { businessId: ada.id, mode: 'test' } as const
const terms: BusinessTerms = {
  mayHoldBalance: true,
  feePlan: { flatMinor: 0n, bps: 0, capMinor: null },
  defaultWallet: null,
  dailyLimitMinor: null,
}
const asking = { id: newId(), tenant, terms, scopes: ['sell', 'payouts'] } as const
const person = {
  bankCode: '000013',
  bankName: 'GTBank',
  accountNumber: '0123456789',
  accountName: 'Ada Obi',
}
const buyOf = (more: Partial<BuyRequest>): BuyRequest => ({
  amount: money('NGN', 15_000_00n),
  paidInto: account,
  payer: person,
  wallet: null,
  reference: null,
  idempotencyKey: null,
  ...more,
})
const sellOf = (more: Partial<SellRequest>): SellRequest => ({
  amount: money('NGNC', 1_000_00n),
  payee: person,
  wallet: null,
  reference: null,
  idempotencyKey: null,
  ...more,
})

afterAll(async () => {
  await Promise.all([owner.end(), worker.end(), pool.end()])
  await database.drop()
})

test('a sell that was accepted stays accepted when the bank gives another name later', async () => {
  const named = sellOf({ reference: 'name-came-late' })
  bankSays = undefined
  const first = await sells.accept(asking, named)
  bankSays = 'CHUKWUEMEKA NWOSU'
  expect(await sells.accept(asking, named)).toMatchObject({ isReplay: true, sell: { id: first.sell.id } })
  await expect(sells.accept(asking, sellOf({ reference: 'another' }))).rejects.toMatchObject({
    code: 'beneficiary_name_mismatch',
  })
  await expect(sells.accept(asking, sellOf({}))).rejects.toMatchObject({ code: 'beneficiary_name_mismatch' })
  bankSays = undefined
  expect((await readBalance(worker, 'test', business(ada.id), 'NGNC')).minor).toBe(9_000_00n)
})

test('a sell of more than can be paid out debits no tokens; an earlier accepted sell stays accepted', async () => {
  const first = await sells.accept(asking, sellOf({ reference: 'with-room' }))
  room = 99n
  await expect(sells.accept(asking, sellOf({ reference: 'no-room' }))).rejects.toMatchObject({
    code: 'payouts_short',
  })
  const again = await sells.accept(asking, sellOf({ reference: 'with-room' }))
  room = 10n ** 15n
  expect(again).toMatchObject({ isReplay: true, sell: { id: first.sell.id } })
})

test('a sell to a bank that is out of service debits no tokens; an earlier accepted sell stays accepted', async () => {
  const first = await sells.accept(asking, sellOf({ reference: 'bank-works' }))
  const before = (await readBalance(worker, 'test', business(ada.id), 'NGNC')).minor
  await owner.query(`select place_freeze('bank', 'test:' || $1, 'it credits nobody', 'system:test', now())`, [
    first.sell.payee.bankCode,
  ])
  await expect(sells.accept(asking, sellOf({ reference: 'bank-stopped' }))).rejects.toMatchObject({
    code: 'payouts_stopped',
  })
  expect((await readBalance(worker, 'test', business(ada.id), 'NGNC')).minor).toBe(before)
  expect(await sells.accept(asking, sellOf({ reference: 'bank-works' }))).toMatchObject({
    isReplay: true,
    sell: { id: first.sell.id },
  })
  await owner.query(
    `update freeze_order set lifted_by = gen_random_uuid()::text, lifted_reason = 'a test', lifted_at = now() where lifted_at is null`,
  )
  expect(await sells.accept(asking, sellOf({ reference: 'bank-stopped' }))).toMatchObject({ isReplay: false })
})

test.each([
  ['another wallet', { network: 'Polygon', address: `0x${'b'.repeat(40)}` }],
  ['another network', { network: 'Avalanche', address: `0x${'a'.repeat(40)}` }],
  ['no wallet', null],
] as const)('a buy that comes again under its reference with %s is refused', async (what, wallet) => {
  const named = buyOf({
    reference: `with-${what.replaceAll(' ', '-')}`,
    wallet: { network: 'Polygon', address: `0x${'a'.repeat(40)}` },
  })
  const first = await buys.accept(asking, named)
  expect(await buys.accept(asking, named)).toMatchObject({ isReplay: true, buy: { id: first.buy.id } })
  await expect(buys.accept(asking, { ...named, wallet })).rejects.toMatchObject({
    code: 'reference_conflict',
  })
})

test('the deposit address of a sell depends only on its names, so a request that is repeated after data loss gets the same address', async () => {
  const wallet = { network: 'Polygon', address: 'the customer' }
  const { sell } = await sells.accept(asking, sellOf({ reference: 'from-a-wallet', wallet }))
  const salt = depositSalt({ ...tenant, reference: 'from-a-wallet' })
  expect(sell.depositAddress).toBe(`address of ${salt}`)
})

test('an accepted transaction is found again under its name after the terms have changed', async () => {
  const balanceOff = { ...asking, terms: { ...terms, mayHoldBalance: false } }
  const dearer = { ...asking, terms: { ...terms, feePlan: { flatMinor: 0n, bps: 10_000, capMinor: null } } }
  const sell = sellOf({ idempotencyKey: 'sell-before-the-terms' })
  const buy = buyOf({ idempotencyKey: 'buy-before-the-terms' })
  const [sold, bought] = [await sells.accept(asking, sell), await buys.accept(asking, buy)]
  for (const later of [balanceOff, dearer]) {
    expect(await sells.accept(later, sell)).toMatchObject({ isReplay: true, sell: { id: sold.sell.id } })
    expect(await buys.accept(later, buy)).toMatchObject({ isReplay: true, buy: { id: bought.buy.id } })
  }
  const changed = sellOf({ idempotencyKey: 'sell-before-the-terms', amount: money('NGNC', 2_000_00n) })
  await expect(sells.accept(balanceOff, changed)).rejects.toMatchObject({ code: 'idempotency_key_conflict' })
})

test('a key without the payouts scope cannot read sells that other keys made from the balance', async () => {
  const sell = sellOf({ reference: 'with-the-scope' })
  await sells.accept(asking, sell)
  await expect(sells.accept({ ...asking, scopes: ['sell'] }, sell)).rejects.toMatchObject({
    code: 'scope_missing',
  })
})

test('an accepted buy is found again after its collection account is frozen', async () => {
  const buy = buyOf({ reference: 'before-the-freeze' })
  const frozen = { ...account, state: 'frozen' } as const
  const first = await buys.accept(asking, buy)
  expect(await buys.accept(asking, { ...buy, paidInto: frozen })).toMatchObject({
    isReplay: true,
    buy: { id: first.buy.id },
  })
  await expect(buys.accept(asking, buyOf({ paidInto: frozen }))).rejects.toMatchObject({
    code: 'unknown_vendor',
  })
})

test('an idempotency key that another request takes at the same time never names two transactions', async () => {
  await buys.accept(asking, buyOf({ reference: 'one-of-two' }))
  const { rows } = await owner.query<{ meaning: Buffer }>(
    `select meaning from request_key where key = 'r:one-of-two'`,
  )
  const names = { reference: 'one-of-two', isReferenceGiven: true, idempotencyKey: 'shared' }
  const other = await owner.connect()
  await other.query('begin')
  // Simulates accept_buys in another request that has not committed yet.
  await other.query(
    `insert into request_key (business_id, mode, key, transaction_id, meaning)
     values ($1, 'test', 'k:shared', $2, sha256('something else'))`,
    [ada.id, newId()],
  )
  const again = findFirst(pool, tenant, names, rows[0]?.meaning ?? Buffer.of()).catch(
    (error: unknown) => error,
  )
  await sleep(200)
  await other.query('commit')
  other.release()
  expect(await again).toMatchObject({ code: 'idempotency_key_conflict' })
})
