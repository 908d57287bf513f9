import type { InjectOptions } from 'fastify'
import type { BankOptions } from '../src/bank/simulated-bank.ts'
import { createBankUnderTest } from './bank-under-test.ts'

export const PAYSTACK_OUT = '0000000011'
export const MONNIFY_OUT = '0000000012'
/** Ada has an account at Guaranty Trust Bank. */
export const ADA = { bank: '000013', code: '058', number: '0123456789' } as const

export type ToldPayout = Readonly<Record<string, unknown>> &
  Readonly<{
    reference: string
    status: string
    vendor_id: string
    session_id: string
    name: string
    debited_kobo: string
    returned_kobo: string
    arrived_kobo: string
    faults: string[]
    lines: ReadonlyArray<Readonly<{ direction: string; mark: string; kobo: string; at: string }>>
  }>

type Send = Readonly<{ reference: string; kobo?: number; number?: string; name?: string }>

export type PayoutsUnderTest = Awaited<ReturnType<typeof createPayoutsUnderTest>>

/** A bank with a payout account at each vendor, with a million naira each, and functions that order payouts. */
export async function createPayoutsUnderTest(options: BankOptions = {}) {
  const bank = await createBankUnderTest(options)
  for (const [number, vendor] of [
    [PAYSTACK_OUT, 'paystack'],
    [MONNIFY_OUT, 'monnify'],
  ]) {
    await bank.admin('POST', '/payout-accounts', { number, vendor, opening_balance: '1000000' })
  }
  const call = async (request: InjectOptions) => {
    const { statusCode: status, body } = await bank.app.inject(request)
    return { status, body, json: () => JSON.parse(body) }
  }
  const key = { authorization: `Bearer sk_test_payouts_${PAYSTACK_OUT}` }
  const bearer = async () => {
    const keys = `MK_TEST_PAYOUTS_${MONNIFY_OUT}:simulated_payouts_secret_${MONNIFY_OUT}`
    const authorization = `Basic ${Buffer.from(keys).toString('base64')}`
    const login = await call({
      method: 'POST',
      url: '/monnify/api/v1/auth/login',
      headers: { authorization },
    })
    return { authorization: `Bearer ${login.json().responseBody.accessToken}` }
  }
  const paystack = async (method: 'GET' | 'POST', path: string, payload?: object) =>
    call({ method, url: `/paystack${path}`, headers: key, ...(payload ? { payload } : {}) })
  const monnify = async (method: 'GET' | 'POST', path: string, payload?: object) =>
    call({ method, url: `/monnify${path}`, headers: await bearer(), ...(payload ? { payload } : {}) })

  const truth = async (query = ''): Promise<ToldPayout[]> => {
    const { body } = await call({ url: `/admin/truth/payouts?${query}` })
    return body
      .split('\n')
      .filter(Boolean)
      .map((row) => JSON.parse(row) as ToldPayout)
  }
  return {
    ...bank,
    call,
    paystack,
    monnify,
    key,
    monnifyBearer: bearer,
    payoutTruth: truth,
    payout: async (reference: string): Promise<ToldPayout> => {
      const [payout] = await truth(`reference=${reference}`)
      if (payout === undefined) throw new Error(`${reference} was never made`)
      return payout
    },
    /** Orders a payout like a client of Paystack: first creates a recipient. */
    sendPaystack: async ({ reference, kobo = 1_500_037, number = ADA.number }: Send) => {
      const named = { type: 'nuban', name: 'ADA OKAFOR', account_number: number, bank_code: ADA.code }
      const recipient = (await paystack('POST', '/transferrecipient', named)).json().data.recipient_code
      return paystack('POST', '/transfer', {
        source: 'balance',
        amount: kobo,
        recipient,
        reference,
        reason: 'AFR',
      })
    },
    sendMonnify: async ({ reference, kobo = 1_500_037, number = ADA.number, name }: Send) =>
      monnify('POST', '/api/v2/disbursements/single', {
        amount: kobo / 100,
        reference,
        narration: 'AFR',
        destinationBankCode: ADA.code,
        destinationAccountNumber: number,
        destinationAccountName: name,
        currency: 'NGN',
        sourceAccountNumber: MONNIFY_OUT,
      }),
    verify: async (reference: string) => paystack('GET', `/transfer/verify/${reference}`),
    summary: async (reference: string) =>
      monnify('GET', `/api/v2/disbursements/single/summary?reference=${reference}`),
    listenToPayouts: async () => {
      await bank.listenTo('monnify')
      const { url } = (await bank.admin('GET', '/vendors')).body.vendors[0]
      for (const number of [PAYSTACK_OUT, MONNIFY_OUT]) {
        await bank.admin('PATCH', `/payout-accounts/${number}`, { url })
      }
      await bank.admin('PATCH', '/vendors/monnify', { url: null })
    },
  }
}
