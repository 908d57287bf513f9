import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BankSimulator, startBankSimulator } from '@afara/stack/simulators/bank-simulator.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBankDirectory } from './bank-directory.ts'
import { type BankRail, BankUnavailable, type Reading, type Sent } from './bank-rail.ts'
import { createMonnifyRail } from './monnify/monnify-rail.ts'
import { createPaystackRail } from './paystack/paystack-rail.ts'

const NUMBERS = { paystack: '7000000001', monnify: '7000000002' }
const GTBANK = '000013'
const SECRETS = {
  paystack: `sk_test_payouts_${NUMBERS.paystack}`,
  monnify: `simulated_payouts_secret_${NUMBERS.monnify}`,
}

let folder: string
let bank: BankSimulator
let made = 0
/** Each order uses another amount, because the vendor refuses the same amount to the same account for two minutes. */
let amountMinor = 1_000_000n

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'afara-rails-'))
  bank = await startBankSimulator({ directory: folder })
  for (const [vendor, number] of Object.entries(NUMBERS))
    await admin('POST', '/payout-accounts', {
      number,
      vendor,
      opening_balance: '1000000.00',
      settles_in_seconds: 0,
    })
})

beforeEach(async () => {
  await admin('DELETE', '/faults')
})

afterAll(async () => {
  await bank.stop()
  rmSync(folder, { recursive: true })
})

async function admin(method: string, path: string, body?: object): Promise<string> {
  const response = await fetch(`${bank.adminUrl}${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.text()
}

/** Longer than any answer takes, also on a busy machine. A fault without an answer uses a shorter time. */
const PATIENT_MS = 30_000
const SHORT_MS = 2_500
const patienceFor = (fault: string) => (fault.endsWith('_timeout') ? SHORT_MS : PATIENT_MS)

const railOf = (vendor: 'paystack' | 'monnify', deadlineMs = PATIENT_MS): BankRail =>
  vendor === 'paystack'
    ? createPaystackRail({
        baseUrl: `${bank.url}/paystack`,
        secretKey: SECRETS.paystack,
        previousSecretKey: null,
        deadlineMs,
      })
    : createMonnifyRail({
        baseUrl: `${bank.url}/monnify`,
        apiKey: `MK_TEST_PAYOUTS_${NUMBERS.monnify}`,
        secretKey: SECRETS.monnify,
        previousSecretKey: null,
        sourceAccountNumber: NUMBERS.monnify,
        deadlineMs,
      })

const never = new AbortController().signal

describe.each(['paystack', 'monnify'] as const)('%s', (vendor) => {
  const truth = async (reference: string) =>
    (await admin('GET', `/truth/payouts?reference=${reference}`))
      .split('\n')
      .filter(Boolean)
      .map(
        (line) => JSON.parse(line) as { kobo: string; number: string; debited_kobo: string; status: string },
      )
  const orderOf = async (rail: BankRail) => {
    made += 1
    amountMinor += 1n
    const bankCode = (await createBankDirectory(rail, Date.now).codeOf(GTBANK, never)) ?? ''
    const reference = `af-${made.toString(16).padStart(32, '0')}`
    const account = { bankCode, accountNumber: '0123456789' }
    return { reference, amountMinor, ...account, accountName: 'ADA OBI' }
  }
  const pay = async (rail: BankRail): Promise<{ reference: string; sent: Sent }> => {
    const order = await orderOf(rail)
    const fire = await rail.prepare(order, never)
    return { reference: order.reference, sent: await fire(never) }
  }
  const settled = async (rail: BankRail, reference: string): Promise<Reading> => {
    for (let look = 0; look < 1_200; look += 1) {
      const reading = await rail.requery(reference, never)
      if (reading.kind !== 'pending') return reading
      await sleep(50)
    }
    throw new Error('it stays pending')
  }

  test('a payment is made once, and is found by its reference in a query and in the ledger', async () => {
    const rail = railOf(vendor)
    const order = await orderOf(rail)
    const before = await rail.balance(never)
    expect(await rail.requery(order.reference, never)).toMatchObject({ kind: 'not_found' })
    const fire = await rail.prepare(order, never)
    expect(await fire(never)).toMatchObject({ outcome: 'accepted' })
    const told = {
      kind: 'success',
      amountMinor: order.amountMinor,
      accountNumber: order.accountNumber,
      bankCode: order.bankCode,
      sessionId: expect.stringMatching(/^\d{30}$/),
    }
    expect(await settled(rail, order.reference)).toMatchObject(told)
    const after = await rail.balance(never)
    expect(before - after).toBeGreaterThanOrEqual(order.amountMinor)
    const { lines, cursor, isWhole } = await rail.lines(null, never)
    expect(isWhole).toBe(true)
    expect(
      lines.filter(({ reference, kind }) => reference === order.reference && kind === 'payment'),
    ).toEqual([expect.objectContaining({ direction: 'debit', amountMinor: order.amountMinor })])
    expect((await rail.lines(cursor, never)).cursor).toBe(cursor)

    // Sends the same reference again, as after a lost answer.
    const words = { paystack: /^exists$/, monnify: /^(?:exists|rejected)$/ }[vendor]
    expect((await (await rail.prepare(order, never))(never)).outcome).toMatch(words)
    expect(await truth(order.reference)).toHaveLength(1)
  })

  test.each([
    'accept_then_timeout',
    'accept_then_reset',
    'accept_then_502',
    'accept_then_html',
    'accept_then_half_body',
    'accept_then_code',
  ])('%s: the outcome is unknown, the money is sent, and a query finds it', async (fault) => {
    const rail = railOf(vendor, patienceFor(fault))
    await admin('POST', '/faults', { fault })
    const { reference, sent } = await pay(rail)
    expect(sent.outcome).toBe('unknown')
    expect(await settled(rail, reference)).toMatchObject({ kind: 'success' })
    expect(await truth(reference)).toHaveLength(1)
  })

  test.each(['lost_then_timeout', 'lost_then_reset', 'lost_then_502', 'rate_limited'])(
    '%s: the outcome is unknown too, and a query finds nothing',
    async (fault) => {
      const rail = railOf(vendor, patienceFor(fault))
      await admin('POST', '/faults', { fault })
      const { reference, sent } = await pay(rail)
      expect(sent.outcome).toBe('unknown')
      expect(await rail.requery(reference, never)).toMatchObject({ kind: 'not_found' })
    },
  )

  test.each(['balance_too_low', 'account_frozen'])('%s is a refusal: no payment was made', async (fault) => {
    const rail = railOf(vendor)
    await admin('POST', '/faults', { fault })
    const { reference, sent } = await pay(rail)
    expect(sent).toMatchObject({ outcome: 'rejected' })
    expect(await truth(reference)).toEqual([])
  })

  test('a demand for a one-time password, a failure and a reversal are distinguished', async () => {
    const rail = railOf(vendor)
    await admin('POST', '/faults', { fault: 'otp_demanded' })
    expect(await settled(rail, (await pay(rail)).reference)).toMatchObject({ kind: 'needs_otp' })
    await admin('DELETE', '/faults')
    await admin('POST', '/faults', { fault: 'payout_fails' })
    const { reference } = await pay(rail)
    expect(await settled(rail, reference)).toMatchObject({ kind: 'failed', amountMinor })
    const { lines } = await rail.lines(null, never)
    const own = lines.filter((line) => line.reference === reference && line.kind !== 'fee')
    expect(own.map(({ kind, direction }) => `${kind} ${direction}`)).toEqual([
      'payment debit',
      'return credit',
    ])
  })

  test('a name enquiry returns a name, no account or no answer', async () => {
    const rail = railOf(vendor)
    const { bankCode, accountNumber } = await orderOf(rail)
    const ask = async () => rail.enquire({ bankCode, accountNumber }, never)
    expect(await ask()).toMatchObject({ outcome: 'found', accountName: expect.stringMatching(/\w+ \w+/) })
    await admin('POST', '/faults', { fault: 'name_not_found' })
    expect(await ask()).toEqual({ outcome: 'not_found' })
    await admin('DELETE', '/faults')
    await admin('POST', '/faults', { fault: 'name_unavailable' })
    expect(await ask()).toEqual({ outcome: 'unavailable' })
  })

  test('a movement without our order is in the ledger without a reference', async () => {
    const rail = railOf(vendor)
    await admin('POST', `/payout-accounts/${NUMBERS[vendor]}/lines`, { direction: 'debit', amount: '12.34' })
    await admin('POST', `/payout-accounts/${NUMBERS[vendor]}/lines`, {
      direction: 'credit',
      amount: '1000.00',
      mark: 'funding',
    })
    const { lines } = await rail.lines(null, never)
    expect(lines.at(-2)).toMatchObject({ direction: 'debit', amountMinor: 1_234n, reference: null })
    expect(lines.at(-1)).toMatchObject({ direction: 'credit', kind: 'funding', reference: null })
  })

  test('a notification is accepted only with the vendor’s signature over these bytes', () => {
    const rail = railOf(vendor)
    const reference = 'af-00112233445566778899aabbccddeeff'
    const body = Buffer.from(
      JSON.stringify(
        vendor === 'paystack'
          ? { event: 'transfer.success', data: { reference } }
          : { eventType: 'SUCCESSFUL_DISBURSEMENT', eventData: { reference } },
      ),
    )
    const name = vendor === 'paystack' ? 'x-paystack-signature' : 'monnify-signature'
    const sign = (secret: string) => createHmac('sha512', secret).update(body).digest('hex')
    expect(rail.readHook({ [name]: sign(SECRETS[vendor]) }, body)).toEqual([reference])
    expect(rail.readHook({ [name]: sign('another') }, body)).toBeUndefined()
    expect(
      rail.readHook({ [name]: sign(SECRETS[vendor]) }, Buffer.concat([body, Buffer.from(' ')])),
    ).toBeUndefined()
    expect(rail.readHook({}, body)).toBeUndefined()
  })

  test('an unreachable vendor does not count as a refusal', async () => {
    const rail =
      vendor === 'paystack'
        ? createPaystackRail({ baseUrl: 'http://127.0.0.1:1', secretKey: 'x', previousSecretKey: null })
        : createMonnifyRail({
            baseUrl: 'http://127.0.0.1:1',
            apiKey: 'x',
            secretKey: 'x',
            previousSecretKey: null,
            sourceAccountNumber: NUMBERS.monnify,
          })
    await expect(rail.balance(never)).rejects.toThrow(BankUnavailable)
    await expect(rail.lines(null, never)).rejects.toThrow(BankUnavailable)
    expect(await rail.requery('af-1', never)).toMatchObject({ kind: 'unavailable' })
    expect(await rail.enquire({ bankCode: '058', accountNumber: '0123456789' }, never)).toEqual({
      outcome: 'unavailable',
    })
  })
})
