import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  ADA,
  createPayoutsUnderTest,
  MONNIFY_OUT,
  PAYSTACK_OUT,
  type PayoutsUnderTest,
} from '../../../test/payouts-under-test.ts'
import { nipCodes } from '../payouts/nip-codes.ts'
import { paystackRefusals } from '../paystack/paystack-send-words.ts'

let bank: PayoutsUnderTest
beforeEach(async () => {
  bank = await createPayoutsUnderTest()
})
afterEach(async () => bank.close())

const reference = 'af-00112233445566778899'

/** Uses a real socket, because most of these faults look the same to an injected request. */
async function sendOnTheWire(patienceMs = 10_000): Promise<object> {
  await bank.app.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(`${bank.app.listeningOrigin}/monnify/api/v2/disbursements/single`, {
    method: 'POST',
    headers: { ...(await bank.monnifyBearer()), 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: 500,
      reference,
      narration: 'AFR',
      destinationBankCode: ADA.code,
      destinationAccountNumber: ADA.number,
      currency: 'NGN',
      sourceAccountNumber: MONNIFY_OUT,
    }),
    signal: AbortSignal.timeout(patienceMs),
  }).catch((error: Error) => error)
  if (response instanceof Error) return { failed: response.message }
  const text = await response.text().catch((error: Error) => error.message)
  return { status: response.status, text }
}

const timedOut = { failed: expect.stringMatching(/timeout/i) }
const isReset = { failed: 'fetch failed' }
const isProxy = { status: 502, text: expect.stringContaining('<html>') }

test.each([
  ['accept_then_timeout', timedOut],
  ['accept_then_reset', isReset],
  ['accept_then_502', isProxy],
  ['accept_then_html', { status: 200, text: expect.stringContaining('<!doctype html>') }],
  ['accept_then_half_body', { status: 200, text: 'terminated' }],
  ['accept_then_code', { status: 400, text: expect.stringContaining('"responseCode":"96"') }],
])('%s: the payout is made, whatever the answer', async (fault, answer) => {
  await bank.fault(fault)
  expect(await sendOnTheWire(fault.endsWith('timeout') ? 2_000 : 30_000)).toMatchObject(answer)
  await bank.wait(1)
  expect(await bank.payout(reference)).toMatchObject({ status: 'success', arrived_kobo: '50000' })
})

test.each([
  ['lost_then_timeout', timedOut],
  ['lost_then_reset', isReset],
  ['lost_then_502', isProxy],
  ['rate_limited', { status: 429, text: expect.stringContaining('rate_limited') }],
])('%s: no payout is made, and the same reference can be sent again', async (fault, answer) => {
  await bank.fault(fault, { times: 1 })
  expect(await sendOnTheWire(fault.endsWith('timeout') ? 2_000 : 30_000)).toMatchObject(answer)
  expect(await bank.payoutTruth()).toEqual([])
  expect((await bank.sendMonnify({ reference, kobo: 50_000 })).status).toBe(200)
})

test('slow: the payout is made long before it is answered', async () => {
  await bank.fault('slow', { seconds: 0.3 })
  const began = performance.now()
  const answered = bank.sendPaystack({ reference })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await bank.payoutTruth()).toHaveLength(1)
  expect((await answered).status).toBe(200)
  expect(performance.now() - began).toBeGreaterThan(290)
})

test.each(Object.keys(paystackRefusals))(
  'refuse_before_create: Paystack answers %s, and no transfer is made',
  async (code) => {
    await bank.fault('refuse_before_create', { code })
    const { status, json } = await bank.sendPaystack({ reference })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(json()).toMatchObject({ status: false, code })
    expect(await bank.payoutTruth()).toEqual([])
  },
)

test('refuse_before_create: every code of the rail and unknown codes work at both vendors', async () => {
  for (const code of [...Object.keys(nipCodes), 'X99']) {
    await bank.fault('refuse_before_create', { code, times: 2 })
    expect((await bank.sendPaystack({ reference })).json().code).toBe(code)
    expect((await bank.sendMonnify({ reference })).json().responseCode).toBe(code)
  }
  expect(await bank.payoutTruth()).toEqual([])
})

test('refuse_before_create: an existing transfer is reported before any refusal', async () => {
  await bank.sendPaystack({ reference })
  await bank.fault('refuse_before_create')
  expect((await bank.sendPaystack({ reference })).json().code).toBe('duplicate_transfer_reference')
})

test('duplicate_reference_404: the same message with another status', async () => {
  await bank.sendPaystack({ reference })
  await bank.fault('duplicate_reference_404')
  const { status, json } = await bank.sendPaystack({ reference })
  expect([status, json().code]).toEqual([404, 'duplicate_transfer_reference'])
})

test('balance_too_low: the vendor reports too low a balance, whatever the balance is', async () => {
  await bank.fault('balance_too_low')
  expect((await bank.sendPaystack({ reference })).json().code).toBe('insufficient_balance')
  expect((await bank.sendMonnify({ reference })).json().responseCode).toBe('D02')
})

test('account_frozen: by a fault, or because the account was frozen', async () => {
  await bank.fault('account_frozen', { times: 1 })
  expect((await bank.sendMonnify({ reference })).json().responseCode).toBe('D01')
  await bank.admin('PATCH', `/payout-accounts/${PAYSTACK_OUT}`, { status: 'frozen' })
  expect((await bank.sendPaystack({ reference })).json().code).toBe('transfer_unavailable')
  await bank.admin('PATCH', `/payout-accounts/${PAYSTACK_OUT}`, { status: 'active' })
  expect((await bank.sendPaystack({ reference })).status).toBe(200)
})

test('name_must_match: a name that differs from the bank’s is refused, in any word order', async () => {
  await bank.fault('name_must_match')
  await bank.admin('PUT', `/beneficiaries/${ADA.bank}/${ADA.number}`, { name: 'OKAFOR ADA GRACE' })
  const send = async (name: string) => (await bank.sendMonnify({ reference, name })).json().responseCode
  expect([await send('ADA OKAFOR'), await send('')]).toEqual(['D08', 'D08'])
  expect(await send('Ada  Grace OKAFOR')).toBe('0')
})

test('otp_demanded: nothing leaves our account, and the payout ends after half an hour', async () => {
  await bank.fault('otp_demanded')
  expect((await bank.sendPaystack({ reference })).json()).toMatchObject({
    message: 'Transfer requires OTP to continue',
    data: { status: 'otp' },
  })
  expect((await bank.sendMonnify({ reference })).json().responseBody.status).toBe('PENDING_AUTHORIZATION')
  await bank.wait(1800)
  expect((await bank.verify(reference)).json().data.status).toBe('abandoned')
  expect((await bank.summary(reference)).json().responseBody.status).toBe('EXPIRED')
  for (const { debited_kobo: debited } of await bank.payoutTruth()) expect(debited).toBe('0')
})

test('an order has the same faults whatever came before it, and other faults when it is repeated', async () => {
  const faultsOf = async (references: readonly string[]) => {
    const other = await createPayoutsUnderTest({ seed: '3' })
    await other.fault('lost_then_502', { probability: 0.3 })
    const met = new Map<string, number>()
    for (const one of references)
      met.set(one, (await other.sendPaystack({ reference: one, kobo: 20_000 })).status)
    const struck = (await other.admin('GET', '/state')).body.struck.lost_then_502
    await other.close()
    return { met, struck }
  }
  const references = Array.from({ length: 60 }, (_, place) => `${reference}-${place}`)
  const { met: forward, struck } = await faultsOf(references)
  const { met: backward } = await faultsOf(references.toReversed())
  for (const one of references) expect(backward.get(one)).toBe(forward.get(one))
  const lost = [...forward.values()].filter((status) => status === 502).length
  expect(lost).toBe(struck)
  expect(lost).toBeGreaterThan(8)
  expect(lost).toBeLessThan(30)
})

test('a rule can name a reference that does not exist yet', async () => {
  await bank.fault('lost_then_502', { reference })
  expect((await bank.sendPaystack({ reference: `${reference}-2` })).status).toBe(200)
  expect((await bank.sendPaystack({ reference })).status).toBe(502)
})
