import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/kernel/ids/ids.ts'
import { openCustomerBuy } from '../../src/movements/collections/customer-number-store.ts'
import { createCustomerNumberStage, PATH, POOL, WALLET } from './customer-number-stage.ts'

const stage = await createCustomerNumberStage()
const { world, ids, call, ask, approve, pay, buyOf, returnsOf } = stage
beforeAll(async () => approve('ada'))
afterAll(stage.close)

test('each payment to the number becomes a paid buy for the customer, without a claim', async () => {
  const { body } = await ask({ reference: 'pays-often', ...WALLET })
  const number = body.number.account_number
  const first = await pay(number, 20_000)
  const second = await pay(number, 20_000)
  const odd = await pay(number, 0, { grossMinor: 1_777_733n, settledMinor: 1_777_733n })
  for (const [line, amount] of [
    [first, '2000000'],
    [second, '2000000'],
    [odd, '1777733'],
  ] as const) {
    expect(await buyOf(line)).toEqual([
      {
        status: 'payment_received',
        business: ids['ada'],
        amount,
        metadata: { customer_reference: 'pays-often', number_id: body.number.id },
        network: 'Polygon',
        wallet: WALLET.wallet_address,
      },
    ])
    expect(await world.allocationsOf(line)).toMatchObject([{ evidence: 'own_number', ground: 'expected' }])
  }
  const listed = await call('GET', `/transactions/v1?metadata=number_id:${body.number.id}`)
  expect(listed.body.transactions).toHaveLength(3)
  expect(await world.findings()).toEqual([])
})

test('two workers and a repeated report make one buy of one payment', async () => {
  const { body } = await ask({ reference: 'once' })
  const line = {
    ...world.paymentOf(POOL, 3_000_000n, POOL.payer),
    paidTo: body.number.account_number,
  }
  const [id = ''] = await world.record(POOL, [line])
  await Promise.all([world.match(POOL), world.match(POOL), world.match(POOL)])
  await world.record(POOL, [line])
  await world.match(POOL)
  expect(await buyOf(id)).toHaveLength(1)
  expect(await world.allocationsOf(id)).toHaveLength(1)
})

test('a payment that is too small for a buy goes back to the account in the bank’s record', async () => {
  const { body } = await ask({ reference: 'pays-little' })
  const line = await pay(body.number.account_number, 14_999)
  expect(await buyOf(line)).toEqual([])
  expect(await returnsOf(line)).toEqual([{ amount: '1499900', to: POOL.payer.accountNumber }])
  const hidden = await pay(body.number.account_number, 500, { payer: { accountMask: '******6789' } })
  expect(await returnsOf(hidden)).toEqual([])
  expect(await world.casesOf(hidden)).toEqual(['unmatched'])
})

test('after the end, payments go back; what was booked before still becomes a buy', async () => {
  const { body } = await ask({ reference: 'ends' })
  const { id, account_number: number } = body.number
  const before = world.clock.now()
  world.clock.advance(60_000)
  expect(await call('POST', `${PATH}/${id}/end`)).toMatchObject({
    status: 200,
    replayed: undefined,
    body: { number: { state: 'ended', ended_at: expect.any(String) } },
  })
  expect(await call('POST', `${PATH}/${id}/end`)).toMatchObject({ status: 200, replayed: 'true' })
  world.clock.advance(60_000)
  const late = await pay(number, 20_000)
  expect([await buyOf(late), await returnsOf(late)]).toEqual([
    [],
    [{ amount: '2000000', to: POOL.payer.accountNumber }],
  ])
  const earlier = await pay(number, 20_000, { bookedAt: before })
  expect(await buyOf(earlier)).toMatchObject([{ status: 'payment_received' }])
  expect(await world.findings()).toEqual([])
})

test('without the approval payments go back, and a suspended business gets its buys when it resumes', async () => {
  const { body } = await ask({ reference: 'withdrawn' })
  const number = body.number.account_number
  await approve('ada', false)
  const back = await pay(number, 20_000)
  expect([await buyOf(back), (await returnsOf(back)).length]).toEqual([[], 1])
  expect(await ask({ reference: 'another' })).toMatchObject({ status: 403 })
  await approve('ada')
  await world.owner.query(
    `update business_mode set status = 'suspended' where business_id = $1 and mode = 'test'`,
    [ids['ada']],
  )
  const waiting = await pay(number, 20_000)
  expect([await buyOf(waiting), await returnsOf(waiting)]).toEqual([[], []])
  await world.owner.query(
    `update business_mode set status = 'active' where business_id = $1 and mode = 'test'`,
    [ids['ada']],
  )
  world.clock.advance(31 * 60_000)
  await world.match(POOL)
  expect(await buyOf(waiting)).toMatchObject([{ status: 'payment_received' }])
})

test('the worker cannot open a buy that is not what the number and the payment say', async () => {
  const { body } = await ask({ reference: 'exact' })
  const line = { ...world.paymentOf(POOL, 2_500_000n, POOL.payer), paidTo: body.number.account_number }
  const [id = ''] = await world.record(POOL, [line])
  const account = await world.openAccount()
  const draft = world.draft(ids['bola'] ?? '', account, 25_000)
  const request = {
    ordinal: 0,
    id: draft.id,
    business_id: draft.businessId,
    mode: 'test',
    amount_minor: '2500000',
    reference: draft.reference,
    meaning: `\\x${draft.meaning.toString('hex')}`,
    vendor_account_id: account.id,
    fee_minor: '0',
    at: world.clock.now(),
    due_at: world.clock.now(),
  }
  await expect(openCustomerBuy(world.worker, id, request, world.clock.now())).rejects.toMatchObject({
    code: 'AF593',
  })
  await world.match(POOL)
  expect(await buyOf(id)).toMatchObject([{ business: ids['ada'] }])
})

test('the number of a customer is never given to a buy', async () => {
  const { body } = await ask({ reference: 'shared' })
  const number = body.number.account_number
  const account = await world.openAccount()
  const buy = await world.claim(ids['bola'] ?? '', account, 20_000)
  const request = newId()
  await world.api.query(`select ask_for_number($1, $2, '{kora}', $3, '15 seconds')`, [
    request,
    buy,
    world.clock.now(),
  ])
  const answer = {
    state: 'given',
    number,
    bank_name: 'TEST BANK',
    account_name: 'TEST Shop',
    valid_until: new Date(world.clock.now().getTime() + 3_600_000),
  }
  const noted = await world.api.query('select note_number($1, $2, false, $3) as shown', [
    request,
    JSON.stringify(answer),
    world.clock.now(),
  ])
  expect(noted.rows).toEqual([{ shown: false }])
  const line = await pay(number, 20_000)
  expect(await buyOf(line)).toMatchObject([{ business: ids['ada'], status: 'payment_received' }])
  expect(await world.statusOf(buy)).toBe('pending_payment')
})

test('an operator who searches for the number finds the business and its payments', async () => {
  const { body } = await ask({ reference: 'searched' })
  const number: string = body.number.account_number
  const paid = await pay(number, 20_000)
  const { rows } = await world.owner.query<{ kind: string; id: string }>(
    `select kind, id from subjects_of_account_number('test', $1, 2)`,
    [number],
  )
  expect(rows).toEqual([
    { kind: 'business', id: ids['ada'] },
    { kind: 'credit', id: paid },
  ])
})
