import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  bank,
  bankExpense,
  committed,
  deposit,
  feeIncome,
  lossExpense,
  outgoing,
  receivable,
  reserve,
} from '../../../test/ledger-accounts.ts'
import {
  creditedToBalance,
  creditMatched,
  creditSeen,
  deliveryFinal,
  deliveryOpened,
  depositReceived,
  floatFunded,
  minted,
  payoutAccountFunded,
  payoutOpened,
  payoutSucceeded,
  recalledAfterDelivery,
  recoveredFromBalance,
  recoveredFromReserve,
  refundOpened,
  refundPaid,
  returnedToBalance,
  swept,
  takenFromBalance,
  writtenOff,
} from '../../../test/ledger-entries.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { formatMoney, type Money, money, parseMoney } from '../../kernel/money/money.ts'
import { createPool, inTransaction } from '../../kernel/postgres/pool.ts'
import { createBusiness } from '../businesses/manage-business.ts'
import {
  type AccountKey,
  accountKinds,
  business,
  capital,
  clearing,
  float,
  held,
  type Posting,
  payoutBank,
  posting,
  suspense,
} from './account.ts'
import { runChecks } from './check-store.ts'
import { postEntry, readBalance, reverseEntry, sumAccount } from './ledger-store.ts'

// ₦100,000 with a fee of ₦500, as in the ledger's reference.
const naira = (text: string): Money => parseMoney(text, 'NGN')
const tokens = (text: string): Money => parseMoney(text, 'NGNC')
const lane = { network: 'polygon', number: 1 }
const payoutAccount = 'P'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const worker = createPool(database.url('afara_worker'), { max: 2, applicationName: 'test' })
let businessId: string
let vendorAccountId: string
let t: string
let before: Map<string, bigint>

beforeAll(async () => {
  businessId = (
    await createBusiness(owner, {
      name: 'Ada Foods',
      linkTag: 'ada-foods',
      actor: 'system:test',
      reason: 'a test',
    })
  ).id
  vendorAccountId = newId()
  await owner.query(
    `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name) values ($1, 'live', 'Afara', '0123456789', '000013', 'GTB')`,
    [vendorAccountId],
  )
})
beforeEach(async () => {
  t = newId()
  await owner.query(`select open_transaction($1, $2, 'live', 'buy', 'accepted', 10000000, $3, now(), null)`, [
    t,
    businessId,
    `ref-${t}`,
  ])
  await post(floatFunded(lane, tokens('1000000')))
  await post(payoutAccountFunded(payoutAccount, naira('1000000')))
  before = await readAll()
})
afterAll(async () => {
  await Promise.all([owner.end(), worker.end()])
  await database.drop()
})

async function post(postings: readonly Posting[], transactionId: string | null = null): Promise<string> {
  const id = newId()
  await inTransaction(owner, async (sql) =>
    postEntry(sql, { id, mode: 'live', transactionId, step: 'test', at: new Date(), postings }),
  )
  return id
}
const reverse = async (entryId: string) =>
  reverseEntry(owner, { id: newId(), entryId, step: 'test', at: new Date() })

const accounts = (): Array<readonly [AccountKey, 'NGN' | 'NGNC']> => [
  [bank(vendorAccountId), 'NGN'],
  [payoutBank(payoutAccount), 'NGN'],
  [suspense, 'NGN'],
  [held(t), 'NGN'],
  [held(t), 'NGNC'],
  [committed(t), 'NGN'],
  [committed(t), 'NGNC'],
  [clearing, 'NGN'],
  [clearing, 'NGNC'],
  [business(businessId), 'NGNC'],
  [float(lane), 'NGNC'],
  [deposit('polygon'), 'NGNC'],
  [outgoing('polygon'), 'NGNC'],
  [outgoing(payoutAccount), 'NGN'],
  [feeIncome, 'NGN'],
  [bankExpense, 'NGN'],
  [lossExpense, 'NGN'],
  [capital, 'NGN'],
  [capital, 'NGNC'],
  [receivable(businessId), 'NGN'],
  [reserve(businessId), 'NGN'],
]
const nameOf = ({ kind, owner: whose }: AccountKey, asset: string) =>
  `${[kind, whose].filter(Boolean).join(':').replace(t, 't').replace(businessId, 'b').replace(vendorAccountId, 'V')} ${asset}`

async function readAll(): Promise<Map<string, bigint>> {
  const amounts = new Map<string, bigint>()
  for (const [account, asset] of accounts()) {
    const read = accountKinds[account.kind].floor ? readBalance : sumAccount
    amounts.set(nameOf(account, asset), (await read(worker, 'live', account, asset)).minor)
  }
  return amounts
}

/** Returns the change of every account on its normal side since the test began. Unchanged accounts are left out. */
async function changes(): Promise<Record<string, string>> {
  const changed = [...(await readAll())].flatMap(([name, minor]) => {
    const gained = minor - (before.get(name) ?? 0n)
    return gained === 0n ? [] : [[name, formatMoney(money('NGN', gained))] as const]
  })
  return Object.fromEntries(changed)
}

const buy = () => ({ transactionId: t, amount: naira('100000'), fee: naira('500') })
const sell = () => ({ transactionId: t, amount: tokens('100000'), fee: tokens('500') })
async function matchedBuy(): Promise<void> {
  await post(creditSeen(vendorAccountId, naira('100000')))
  await post(creditMatched(t, naira('100000')), t)
}

test('credit seen: the naira is in the bank and its owner is not known', async () => {
  await post(creditSeen(vendorAccountId, naira('100000')))
  expect(await changes()).toEqual({ 'bank:V NGN': '100000', 'suspense NGN': '100000' })
})

test('credit seen with a vendor fee: the gross belongs to the payer, the settled amount is in the bank, the fee is our expense', async () => {
  await post(creditSeen(vendorAccountId, naira('100000'), naira('99900')))
  expect(await changes()).toEqual({
    'bank:V NGN': '99900',
    'expense:bank NGN': '100',
    'suspense NGN': '100000',
  })
})

test('matched: the naira is held for the transaction', async () => {
  await matchedBuy()
  expect(await changes()).toEqual({ 'bank:V NGN': '100000', 'held:t NGN': '100000' })
})

test('right to deliver opened: held is empty, so that a refund cannot be funded', async () => {
  await matchedBuy()
  await post(deliveryOpened(buy(), lane), t)
  expect(await changes()).toEqual({
    'bank:V NGN': '100000',
    'committed:t NGN': '100000',
    'outgoing:polygon NGNC': '99500',
    'float:polygon:1 NGNC': '-99500',
  })
  await expect(post(refundOpened(t, naira('100000'), payoutAccount), t)).rejects.toMatchObject({
    code: 'insufficient_funds',
  })
})

test('transfer final: the fee is earned, the tokens are sent, and clearing is zero', async () => {
  await matchedBuy()
  await post(deliveryOpened(buy(), lane), t)
  await post(deliveryFinal(buy(), lane), t)
  expect(await changes()).toEqual({
    'bank:V NGN': '100000',
    'float:polygon:1 NGNC': '-99500',
    'income:fees NGN': '500',
    'clearing NGN': '99500',
    'clearing NGNC': '-99500',
  })
})

test('transfer dead: the reversal restores the held amount', async () => {
  await matchedBuy()
  const opening = await post(deliveryOpened(buy(), lane), t)
  await reverse(opening)
  expect(await changes()).toEqual({ 'bank:V NGN': '100000', 'held:t NGN': '100000' })
})

test('no wallet: the tokens are the business’s balance', async () => {
  await matchedBuy()
  await post(creditedToBalance(buy(), businessId), t)
  expect(await changes()).toEqual({
    'bank:V NGN': '100000',
    'income:fees NGN': '500',
    'business:b NGNC': '99500',
    'clearing NGN': '99500',
    'clearing NGNC': '-99500',
  })
})

test('refund: opened, then paid, and no fee is earned', async () => {
  await matchedBuy()
  await post(refundOpened(t, naira('100000'), payoutAccount), t)
  expect(await changes()).toEqual({
    'bank:V NGN': '100000',
    'committed:t NGN': '100000',
    'outgoing:P NGN': '100000',
    'payout_bank:P NGN': '-100000',
  })
  await post(refundPaid(t, naira('100000'), payoutAccount), t)
  expect(await changes()).toEqual({ 'bank:V NGN': '100000', 'payout_bank:P NGN': '-100000' })
})

test('sell: the deposit is held', async () => {
  await post(depositReceived(t, tokens('100000'), 'polygon'), t)
  expect(await changes()).toEqual({ 'deposit:polygon NGNC': '100000', 'held:t NGNC': '100000' })
})

test('sell from balance: the same tokens cannot be sold twice', async () => {
  await matchedBuy()
  await post(creditedToBalance({ ...buy(), fee: naira('0') }, businessId), t)
  const { minor } = await readBalance(worker, 'live', business(businessId), 'NGNC')
  await post(takenFromBalance(t, money('NGNC', minor), businessId), t)
  await expect(post(takenFromBalance(t, money('NGNC', 1n), businessId), t)).rejects.toMatchObject({
    code: 'insufficient_funds',
  })
})

test('right to pay out opened, and payout succeeded', async () => {
  await post(depositReceived(t, tokens('100000'), 'polygon'), t)
  await post(payoutOpened(sell(), payoutAccount), t)
  expect(await changes()).toEqual({
    'deposit:polygon NGNC': '100000',
    'committed:t NGNC': '100000',
    'outgoing:P NGN': '99500',
    'payout_bank:P NGN': '-99500',
  })
  await post(payoutSucceeded(sell(), payoutAccount), t)
  expect(await changes()).toEqual({
    'deposit:polygon NGNC': '100000',
    'payout_bank:P NGN': '-99500',
    'income:fees NGN': '500',
    'clearing NGN': '-100000',
    'clearing NGNC': '100000',
  })
})

test('payout dead and naira returned: the opening is reversed, then the tokens are returned to the balance', async () => {
  await post(depositReceived(t, tokens('100000'), 'polygon'), t)
  await reverse(await post(payoutOpened(sell(), payoutAccount), t))
  expect(await changes()).toEqual({ 'deposit:polygon NGNC': '100000', 'held:t NGNC': '100000' })
  await post(returnedToBalance(t, tokens('100000'), businessId), t)
  expect(await changes()).toEqual({ 'deposit:polygon NGNC': '100000', 'business:b NGNC': '100000' })
})

test('swept: deposits become float', async () => {
  await post(depositReceived(t, tokens('100000'), 'polygon'), t)
  await post(swept(lane, tokens('100000')))
  expect(await changes()).toEqual({ 'float:polygon:1 NGNC': '100000', 'held:t NGNC': '100000' })
})

test('recalled after delivery: the business owes the amount', async () => {
  await post(recalledAfterDelivery(vendorAccountId, businessId, naira('100000')))
  expect(await changes()).toEqual({ 'bank:V NGN': '-100000', 'receivable:b NGN': '100000' })
})

test('a receivable is recovered from balance or reserve, or is our loss', async () => {
  await matchedBuy()
  await post(creditedToBalance({ ...buy(), fee: naira('0') }, businessId), t)
  await post(recalledAfterDelivery(vendorAccountId, businessId, naira('100000')))
  await post([posting(bank(vendorAccountId), reserve(businessId), naira('30000'))])
  before = await readAll()
  await post(recoveredFromBalance(businessId, naira('50000')))
  await post(recoveredFromReserve(businessId, naira('30000')))
  await post(writtenOff(businessId, naira('20000')))
  expect(await changes()).toEqual({
    'receivable:b NGN': '-100000',
    'business:b NGNC': '-50000',
    'reserve:b NGN': '-30000',
    'expense:loss NGN': '20000',
    'clearing NGN': '-50000',
    'clearing NGNC': '50000',
  })
})

test('float from own funds, and minted from naira', async () => {
  await post(floatFunded(lane, tokens('100000')))
  await post(minted(payoutAccount, lane, naira('100000')))
  expect(await changes()).toEqual({
    'float:polygon:1 NGNC': '200000',
    'capital NGNC': '100000',
    'payout_bank:P NGN': '-100000',
    'clearing NGN': '-100000',
    'clearing NGNC': '100000',
  })
})

test('after all of them, only the checks that need the missing transfers report findings', async () => {
  const { findings } = await runChecks(worker)
  expect(findings.filter(({ check }) => !['check_committed', 'check_outgoing'].includes(check))).toEqual([])
})
