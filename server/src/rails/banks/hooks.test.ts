import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { readMonnifyHook } from './monnify/monnify-hook.ts'
import { readPaystackHook } from './paystack/paystack-lines.ts'
import { providusSignature, readProvidusHook } from './providus/providus-hook.ts'

const SECRET = 'a secret'
const sign = (body: string) => createHmac('sha512', SECRET).update(body).digest('hex')
const monnify = (body: string) =>
  readMonnifyHook({ 'monnify-signature': sign(body) }, Buffer.from(body), { secrets: [SECRET] })
const paystack = (body: string) =>
  readPaystackHook({ 'x-paystack-signature': sign(body) }, Buffer.from(body), { secrets: [SECRET] })
const providus = (body: string) =>
  readProvidusHook(
    { 'x-auth-signature': providusSignature('id', SECRET).toString('hex') },
    Buffer.from(body),
    {
      clientId: 'id',
      secrets: [SECRET],
    },
  )

test.each([
  'SUCCESSFUL_DISBURSEMENT',
  'REVERSED_DISBURSEMENT',
  'SETTLEMENT',
  'LOW_BALANCE_ALERT',
  'what comes next year',
])('Monnify’s %s is genuine but not a credit', (eventType) => {
  expect(monnify(JSON.stringify({ eventType, eventData: {} }))).toEqual({ kind: 'ignored' })
})

test.each([
  { event: 'transfer.success', data: {} },
  { event: 'bank.transfer.rejected', data: {} },
  { event: 'charge.success', data: { channel: 'card', reference: 'r1' } },
])('Paystack’s $event is genuine but not a credit', (event) => {
  expect(paystack(JSON.stringify(event))).toEqual({ kind: 'ignored' })
})

test.each(['', '{', 'null', '[]', '[{}]', '"x"', '{}', '{"event":1,"eventType":1}'])(
  'signed nonsense is unreadable: %s',
  (body) => {
    expect([monnify(body), paystack(body), providus(body)].map(({ kind }) => kind)).toEqual(
      Array(3).fill('unreadable'),
    )
  },
)

test.each(['..', '../balance', 'a/b', 'a?b', 'a b', '', 'ü', 'x'.repeat(101)])(
  'a reference that could change the URL is unreadable: %s',
  (reference) => {
    const data = {
      channel: 'dedicated_nuban',
      paymentMethod: 'ACCOUNT_TRANSFER',
      reference,
      transactionReference: reference,
    }
    expect(monnify(JSON.stringify({ eventType: 'SUCCESSFUL_TRANSACTION', eventData: data })).kind).toBe(
      'unreadable',
    )
    expect(paystack(JSON.stringify({ event: 'charge.success', data })).kind).toBe('unreadable')
    expect(providus(JSON.stringify({ settlementId: reference })).kind).toBe('unreadable')
  },
)

test('a Monnify hint without payers is still a hint', () => {
  const eventData = { paymentMethod: 'ACCOUNT_TRANSFER', transactionReference: 'MNFY|1', amountPaid: 'much' }
  expect(monnify(JSON.stringify({ eventType: 'SUCCESSFUL_TRANSACTION', eventData }))).toEqual({
    kind: 'hints',
    hints: [{ key: 'MNFY|1', detail: null }],
  })
})

test('a notification that is signed with an empty secret is forged', () => {
  expect(
    readMonnifyHook(
      { 'monnify-signature': createHmac('sha512', '').update('{}').digest('hex') },
      Buffer.from('{}'),
      { secrets: [SECRET] },
    ),
  ).toEqual({
    kind: 'forged',
  })
})
