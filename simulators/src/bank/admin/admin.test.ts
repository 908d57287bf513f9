import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BankUnderTest, createBankUnderTest, MONNIFY, PROVIDUS } from '../../../test/bank-under-test.ts'

let bank: BankUnderTest
beforeAll(async () => {
  bank = await createBankUnderTest()
})
afterAll(async () => bank.close())

test('creating an account again returns the same one; another account with its number is refused', async () => {
  const again = { number: MONNIFY, vendor: 'monnify' }
  expect((await bank.admin('POST', '/accounts', again)).status).toBe(200)
  expect((await bank.admin('POST', '/accounts', { ...again, vendor: 'paystack' })).status).toBe(409)
  const taken = { number: '0000000009', vendor: 'monnify', reference: `afara-${MONNIFY}` }
  expect((await bank.admin('POST', '/accounts', taken)).status).toBe(409)
})

test.each([
  [{ account: MONNIFY, amount: 15_000 }, 400],
  [{ account: MONNIFY, amount: '15,000' }, 400],
  [{ account: MONNIFY, amount: '0' }, 400],
  [{ account: MONNIFY, amount: '1.001' }, 400],
  [{ account: '9999999999', amount: '1' }, 404],
  [{ account: MONNIFY, amount: '1', faults: ['mood'] }, 400],
  [{ account: MONNIFY, amount: '1', faults: ['feed_down'] }, 400],
  [{ account: PROVIDUS, amount: '1', faults: ['hook_two_payers'] }, 400],
  [{ account: MONNIFY, amount: '1', at: '2020-01-01T00:00:00Z' }, 400],
  [{ account: MONNIFY, amount: '1', mood: 'good' }, 400],
])('if one payment of a call is invalid, none of them is booked: %j', async (payment, status) => {
  const payments = [{ account: PROVIDUS, amount: '1' }, payment]
  expect((await bank.admin('POST', '/payments', { payments })).status).toBe(status)
  expect(await bank.truth()).toEqual([])
})

test('a payment can be scheduled for later', async () => {
  const at = '2026-11-12T10:00:00.000Z'
  const { body } = await bank.admin('POST', '/payments', {
    payments: [{ account: MONNIFY, amount: '1', at }],
  })
  expect(body.payments).toEqual([{ lines: [], scheduled_for: at }])
  await bank.wait(3600)
  expect(await bank.truth()).toMatchObject([{ booked_at: at }])
})

test('a payment can be made some seconds from now, but not at two times', async () => {
  const payment = { account: MONNIFY, amount: '15000', after_seconds: 60 }
  const twice = { ...payment, at: '2026-11-12T10:00:00.000Z' }
  expect((await bank.admin('POST', '/payments', { payments: [twice] })).status).toBe(400)
  await bank.admin('POST', '/payments', { payments: [payment] })
  await bank.wait(60)
  expect((await bank.truth()).at(-1)).toMatchObject({ booked_at: '2026-11-12T10:01:00.000Z' })
})

test('the clock can be stopped, run and moved forward, but not back', async () => {
  const move = async (to: object) => bank.admin('PATCH', '/clock', to)
  expect((await move({ at: '2026-11-12T09:00:00Z' })).status).toBe(400)
  expect((await move({ at: 'noon' })).status).toBe(400)
  expect((await move({ at: '2026-11-20T00:00:00Z' })).body).toEqual({
    now: '2026-11-20T00:00:00.000Z',
    running: false,
  })
  const { body } = await move({ running: true })
  expect(body).toMatchObject({ running: true, now: expect.stringMatching(/^2026-11-20T00:00:0/) })
})

test('the truth can be read in parts, and for one account', async () => {
  await bank.pay(...['2', '3', '4'].map((amount) => ({ account: PROVIDUS, amount })))
  const seqs = async (query: string) =>
    (await bank.ask({ url: `/admin/truth?${query}` })).body
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).seq)
  expect(await seqs('limit=2')).toEqual([1, 2])
  expect(await seqs('after=2')).toEqual([3, 4, 5])
  expect(await seqs(`account=${PROVIDUS}&after=2&limit=1`)).toEqual([3])
  expect((await bank.ask({ url: '/admin/truth?after=x' })).status).toBe(400)
})

test('everything can be reset to the start', async () => {
  await bank.fault('feed_down')
  await bank.admin('POST', '/vendors/monnify/rotate')
  expect((await bank.admin('DELETE', '/state')).body).toMatchObject({ accounts: 0, lines: 0, faults: 0 })
  expect((await bank.admin('GET', '/vendors')).body.vendors[0]).toMatchObject({
    secret: 'simulated_monnify_secret_1',
  })
})
