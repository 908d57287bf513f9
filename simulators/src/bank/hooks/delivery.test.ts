import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BankUnderTest, createBankUnderTest, MONNIFY, PAYSTACK } from '../../../test/bank-under-test.ts'

let bank: BankUnderTest
beforeEach(async () => {
  bank = await createBankUnderTest()
  await bank.listenTo('monnify', 'paystack')
})
afterEach(async () => bank.close())

const hookOf = async (line: string | undefined) =>
  (await bank.admin('GET', `/hooks?line=${line}`)).body.hooks[0]

/** Moves the clock in steps and records the minutes at which a notification arrived. */
async function watch(minutes: number, step: number): Promise<number[]> {
  const arrivals: number[] = []
  for (let minute = 0; minute <= minutes; minute += step) {
    await bank.idle()
    while (arrivals.length < bank.received.length) arrivals.push(minute)
    await bank.wait(step * 60)
  }
  return arrivals
}

test('Monnify tries twelve times, five minutes apart', async () => {
  bank.answerWith(500)
  const [line] = await bank.pay({ account: MONNIFY, amount: '15000' })
  expect(await watch(90, 5)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55])
  expect(await hookOf(line?.id)).toMatchObject({ state: 'given_up', attempts: 12 })
})

test('Paystack tries every three minutes four times, then every hour for three days', async () => {
  bank.answerWith(500)
  const [line] = await bank.pay({ account: PAYSTACK, amount: '15000' })
  expect(await watch(12, 3)).toEqual([0, 3, 6, 9, 12])
  for (let hour = 0; hour < 80; hour += 1) {
    await bank.wait(3600)
    await bank.idle()
  }
  expect(await hookOf(line?.id)).toMatchObject({ state: 'given_up', attempts: 1 + 4 + 72 })
})

test('a Paystack integration in test mode is tried every hour for ten hours', async () => {
  await bank.admin('PATCH', '/vendors/paystack', { schedule: 'test' })
  bank.answerWith(500)
  await bank.pay({ account: PAYSTACK, amount: '15000' })
  expect(await watch(14 * 60, 60)).toHaveLength(11)
})

test('a delivered notification is sent again only on request', async () => {
  const [line] = await bank.pay({ account: MONNIFY, amount: '15000' })
  expect(await watch(30, 5)).toEqual([0])
  const { body } = await bank.admin('POST', '/hooks/deliver', { line: line?.id })
  expect(body.deliveries).toMatchObject([{ status: 200, verdict: 'taken', attempt: 2 }])
  expect(bank.received[0]?.body).toBe(bank.received[1]?.body)
})

test('every attempt is in the log, with the answer', async () => {
  bank.answerWith(503, 'busy')
  const [line] = await bank.pay({ account: MONNIFY, amount: '15000' })
  await bank.idle()
  const { deliveries } = (await bank.admin('GET', `/hooks?line=${line?.id}`)).body
  expect(deliveries).toMatchObject([
    { status: 503, answer: 'busy', verdict: 'failed', at: '2026-11-12T09:00:00.000Z' },
  ])
})

test('without a URL no notification is sent, and it can be delivered when there is a URL', async () => {
  await bank.admin('PATCH', '/vendors/monnify', { url: null })
  const [line] = await bank.pay({ account: MONNIFY, amount: '15000' })
  await bank.wait(3600)
  await bank.idle()
  expect(await hookOf(line?.id)).toMatchObject({ state: 'kept' })
  await bank.listenTo('monnify')
  await bank.admin('POST', '/hooks/deliver', { vendor: 'monnify' })
  expect(bank.received).toHaveLength(1)
})

test('an unreachable receiver counts as an attempt', async () => {
  await bank.admin('PATCH', '/vendors/monnify', { url: 'http://127.0.0.1:1/hooks' })
  const [line] = await bank.pay({ account: MONNIFY, amount: '15000' })
  await bank.idle()
  expect(await hookOf(line?.id)).toMatchObject({ state: 'waiting', attempts: 1 })
})
