import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/kernel/ids/ids.ts'
import { money } from '../../src/kernel/money/money.ts'
import { clearBuy } from '../../src/records/transactions/clearing/clearing-store.ts'
import { findTransaction } from '../../src/records/transactions/transaction-store.ts'
import type { WorldAccount } from '../matching-world.ts'
import { testKeyring } from '../test-keyring.ts'
import { asking, createVaultWorld, type OpenedTransfer } from '../vault-world.ts'

const WALLET = `0x${'cd'.repeat(20)}`
const POOL: WorldAccount = {
  id: newId(),
  number: '8800000001',
  payer: { accountNumber: '0123456789', bankCode: '000013', name: 'ADA OBI' },
}
const HOUR_MS = 3_600_000

let world: Awaited<ReturnType<typeof createVaultWorld>>
let signer: Awaited<ReturnType<typeof world.start>>
let numbers = 0

beforeAll(async () => {
  world = await createVaultWorld()
  await world.owner.query(
    `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name, feed, is_pool)
     values ($1, 'test', 'TEST Pool', $2, 'test-bank', 'TEST BANK', 'kora', true)`,
    [POOL.id, POOL.number],
  )
  signer = await world.start('own-numbers')
})
afterAll(async () => world.stop())

/** Opens a buy with a number of its own. Returns its id and the number. */
async function openBuy(naira: number): Promise<Readonly<{ id: string; number: string }>> {
  const { business, account, api, clock } = world
  const id = await world.claim(business, account, naira, {
    fee: money('NGN', 100n),
    wallet: { network: 'Polygon', address: WALLET },
  })
  numbers += 1
  const [request, number] = [newId(), `99${String(numbers).padStart(8, '0')}`]
  await api.query(`select ask_for_number($1, $2, '{kora}', $3, '15 seconds')`, [request, id, clock.now()])
  const answer = {
    state: 'given',
    number,
    bank_name: 'TEST BANK',
    account_name: 'TEST Shop',
    valid_until: new Date(clock.now().getTime() + HOUR_MS),
  }
  await api.query('select note_number($1, $2, false, $3)', [request, JSON.stringify(answer), clock.now()])
  return { id, number }
}

/** Pays a buy to its number, clears it and opens its transfer. */
async function fund({ id, number }: Readonly<{ id: string; number: string }>, naira: number) {
  const { worker, clock } = world
  await world.record(POOL, [
    { ...world.paymentOf(POOL, BigInt(naira) * 100n, world.account.payer), paidTo: number },
  ])
  await world.match(POOL)
  const buy = await findTransaction(worker, id)
  if (buy === undefined) throw new Error('there is no such buy')
  await clearBuy(worker, buy, { list: undefined, subjects: [], hits: [] }, clock.now())
  const [opened] = await world.openDue()
  if (opened?.transactionId !== id) throw new Error('the payment does not fund the buy')
  return opened
}

const answerOf = async (transfer: OpenedTransfer) => {
  const [answer] = await signer.sign(asking(transfer))
  return answer?.code === undefined ? answer?.outcome : `${answer.code}: ${answer.message}`
}

/** Changes rows as somebody who owns the database machine could, past every trigger. */
const forge = async (text: string, values: readonly unknown[]) => {
  await world.superuser.query('begin')
  await world.superuser.query('set local session_replication_role = replica')
  await world.superuser.query(text, [...values])
  await world.superuser.query('commit')
}

const OTHER_ACCOUNT = 'not_funded: the credit was paid into another account than the one that the buy names'

test('a payment to the number of its buy is delivered', async () => {
  expect(await answerOf(await fund(await openBuy(5_000), 5_000))).toBe('signed')
})

test('a late payment to the number that its buy had last is delivered, unless another buy got the number', async () => {
  const buy = await openBuy(5_500)
  const transfer = await fund(buy, 5_500)
  await forge(
    `update afara.collection_number set valid_until = asked_at - interval '1 hour', asked_at = asked_at - interval '2 hours'
     where transaction_id = $1::uuid`,
    [buy.id],
  )
  const again = await openBuy(5_600)
  await forge(
    `update afara.collection_number set number = $2, asked_at = asked_at - interval '30 minutes',
       valid_until = asked_at - interval '20 minutes' where transaction_id = $1::uuid`,
    [again.id, buy.number],
  )
  expect(await answerOf(transfer)).toBe(OTHER_ACCOUNT)
  await forge(`update afara.collection_number set number = '9900099000' where transaction_id = $1::uuid`, [
    again.id,
  ])
  expect(await answerOf(transfer)).toBe('signed')
})

/** Opens a standing number of a customer. Returns its id and the number. */
async function openCustomerNumber(reference: string) {
  const { business, account, api, clock, owner } = world
  await owner.query('update business_mode set may_number_customers = true where business_id = $1', [business])
  const wanted = {
    id: newId(),
    business_id: business,
    mode: 'test',
    reference,
    meaning: `\\x${'ab'.repeat(32)}`,
    customer_name: 'Ada Obi',
    identity_type: 'bvn',
    identity_reference: testKeyring.sealText('customer_number', 'idv_7f3a9c2e51b8'),
    network: 'Polygon',
    wallet_address: WALLET,
    vendor_account_id: account.id,
  }
  await api.query('select open_customer_number($1, $2)', [JSON.stringify(wanted), clock.now()])
  numbers += 1
  const [request, number] = [newId(), `99${String(numbers).padStart(8, '0')}`]
  await api.query(`select ask_for_customer_number($1, $2, '{kora}', '{kora}', $3, '15 seconds')`, [
    request,
    wanted.id,
    clock.now(),
  ])
  const answer = {
    state: 'given',
    number,
    bank_name: 'TEST BANK',
    account_name: 'TEST Ada',
    valid_until: 'infinity',
  }
  await api.query('select note_number($1, $2, false, $3)', [request, JSON.stringify(answer), clock.now()])
  return { id: wanted.id, number }
}

/** Pays to a standing number, clears the buy that it becomes, and opens its transfer. */
async function fundCustomer(number: string, naira: number) {
  const { worker, clock, owner } = world
  const line = { ...world.paymentOf(POOL, BigInt(naira) * 100n, world.account.payer), paidTo: number }
  const [lineId] = await world.record(POOL, [line])
  await world.match(POOL)
  const { rows } = await owner.query<{ id: string }>(
    'select transaction_id as id from customer_number_payment where line_id = $1',
    [lineId],
  )
  const buy = await findTransaction(worker, rows[0]?.id ?? '')
  if (buy === undefined) throw new Error('the payment became no buy')
  await clearBuy(worker, buy, { list: undefined, subjects: [], hits: [] }, clock.now())
  const [opened] = await world.openDue()
  if (opened?.transactionId !== buy.id) throw new Error('the payment does not fund the buy')
  return { transfer: opened, buyId: buy.id }
}

test('every payment to the standing number of a customer is delivered', async () => {
  const { number } = await openCustomerNumber('delivered')
  expect(await answerOf((await fundCustomer(number, 15_000)).transfer)).toBe('signed')
  expect(await answerOf((await fundCustomer(number, 15_000)).transfer)).toBe('signed')
})

test.each([
  [
    'no payment became the buy',
    `delete from afara.customer_number_payment where transaction_id = $1::uuid and $2 <> ''`,
  ],
  [
    'the number had ended when the bank booked it',
    `insert into afara.customer_number_end select n.customer_number_id, n.business_id, n.mode, '2020-01-01'
     from afara.collection_number n where n.number = $2 and $1 <> ''`,
  ],
  [
    'the number belongs to another business',
    `update afara.collection_number set business_id = gen_random_uuid() where number = $2 and $1 <> ''`,
  ],
  [
    'the payment became another buy',
    `update afara.customer_number_payment set transaction_id = (
     select id from afara.transaction where id <> $1::uuid limit 1) where transaction_id = $1::uuid and $2 <> ''`,
  ],
])('the signer refuses a payment to a standing number if %s', async (what, text) => {
  const { number } = await openCustomerNumber(what.replaceAll(' ', '-'))
  const { transfer, buyId } = await fundCustomer(number, 15_000 + numbers)
  await forge(text, [buyId, number])
  expect(await answerOf(transfer)).toBe(OTHER_ACCOUNT)
})

test.each([
  [
    'the bank reports another number',
    `update afara.bank_line_number set number = '9999999999' where number = $2 and $1 <> ''`,
  ],
  [
    'the number was another buy’s',
    `update afara.collection_number set transaction_id = (
     select transaction_id from afara.collection_number where transaction_id <> $1::uuid limit 1) where number = $2`,
  ],
  [
    'two buys had the number',
    `insert into afara.collection_number
     select gen_random_uuid(), mode, business_id, (select id from afara.transaction where id <> $1::uuid limit 1), vendor,
       vendor_account_id, amount_minor, state, asked_at, answered_at, number, bank_name, account_name, valid_until, is_shown, problem,
       customer_number_id
     from afara.collection_number where number = $2`,
  ],
  [
    'the number had expired more than a week before',
    `update afara.collection_number set valid_until = asked_at - interval '8 days',
     asked_at = asked_at - interval '9 days' where number = $2 and transaction_id = $1::uuid`,
  ],
  [
    'the number was given later',
    `update afara.collection_number set asked_at = asked_at + interval '10 minutes'
     where number = $2 and transaction_id = $1::uuid`,
  ],
  [
    'the number leads to another account',
    `update afara.collection_number set vendor_account_id = (
     select id from afara.vendor_account where not is_pool limit 1) where number = $2 and transaction_id = $1::uuid`,
  ],
])('the signer refuses a payment if %s', async (_, text) => {
  const naira = 6_000 + numbers
  const buy = await openBuy(naira)
  const transfer = await fund(buy, naira)
  await forge(text, [buy.id, buy.number])
  expect(await answerOf(transfer)).toBe(OTHER_ACCOUNT)
})
