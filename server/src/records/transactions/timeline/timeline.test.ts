import { expect, test } from 'vitest'
import { buildTimeline } from './timeline.ts'
import type { TimelineFacts, TransferFact } from './timeline-facts-store.ts'

const id = (digit: string) =>
  `${digit.repeat(8)}-${digit.repeat(4)}-7${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`
const at = (seconds: number) => new Date(Date.parse('2026-11-16T09:00:00Z') + seconds * 1000)

const credit = {
  id: id('1'),
  amountMinor: 2_500_050n,
  sessionId: '000013261116',
  seenAt: at(2),
  givenAt: at(2),
  endedAt: null,
}
const transfer: TransferFact = {
  id: id('2'),
  network: 'Polygon',
  state: 'final_ok',
  tokensMinor: 2_500_050n,
  hash: '0xbb',
  openedAt: at(4),
  sentAt: at(6),
  sentCount: 1,
  endedAt: at(9),
  attempts: [
    { kind: 'pay', hash: '0xaa', signedAt: at(5) },
    { kind: 'bump', hash: '0xbb', signedAt: at(7) },
  ],
}
const completed: TimelineFacts = {
  type: 'buy',
  status: 'completed',
  mode: 'test',
  events: [
    { event: 'accepted', status: 'pending_payment', at: at(1) },
    { event: 'paid_in_full', status: 'payment_received', at: at(2) },
    { event: 'checks_passed', status: 'cleared', at: at(3) },
    { event: 'transfer_signed', status: 'sending', at: at(5) },
    { event: 'transfer_final', status: 'completed', at: at(9) },
  ],
  credits: [credit],
  seen: null,
  transfers: [transfer],
  depositAddress: null,
  deposits: [],
  payouts: [],
  walletBlocks: [],
  wait: null,
  frozen: null,
  screenings: [],
  cases: [],
}

test('a completed buy shows each step with the holder of the money and the evidence', () => {
  const { steps, ...now } = buildTimeline(completed)
  expect(now).toMatchObject({ status: 'completed', holder: 'recipient', expectedBy: null })
  expect(steps.map(({ event, status, holder }) => [event, status, holder])).toEqual([
    ['accepted', 'pending_payment', 'payer'],
    ['credit_seen', 'pending_payment', 'afara'],
    ['paid_in_full', 'payment_received', 'afara'],
    ['checks_passed', 'cleared', 'afara'],
    ['transfer_opened', 'cleared', 'afara'],
    ['transfer_signed', 'sending', 'in flight'],
    ['handed_over', 'sending', 'in flight'],
    ['signed_again', 'sending', 'in flight'],
    ['transfer_final', 'completed', 'recipient'],
  ])
  const evidenceOf = (event: string) => steps.find((step) => step.event === event)?.evidence
  const crd = { kind: 'credit', id: `crd_${id('1').replaceAll('-', '')}` }
  const trf = { kind: 'transfer', id: `trf_${id('2').replaceAll('-', '')}` }
  expect(evidenceOf('paid_in_full')).toEqual([crd, { kind: 'session', id: '000013261116' }])
  expect(evidenceOf('transfer_signed')).toEqual([trf, { kind: 'hash', id: '0xaa', network: 'Polygon' }])
  expect(evidenceOf('transfer_final')).toEqual([trf, { kind: 'hash', id: '0xbb', network: 'Polygon' }])
})

test('events with the same time are ordered by cause and effect', () => {
  const then = at(5)
  const { steps } = buildTimeline({
    ...completed,
    events: completed.events.map((event) => ({ ...event, at: then })),
    credits: [{ ...credit, seenAt: then, givenAt: then }],
    transfers: [
      {
        ...transfer,
        openedAt: then,
        sentAt: then,
        endedAt: then,
        attempts: [{ kind: 'pay', hash: '0xaa', signedAt: then }],
      },
    ],
    screenings: [
      { list: 'sdn:2026-11-16-ab un:2026-11-16-cd-of-2026-11-12', subjects: 2, hits: 0, at: then },
    ],
  })
  expect(steps.map(({ event }) => event)).toEqual([
    'accepted',
    'credit_seen',
    'paid_in_full',
    'screened',
    'checks_passed',
    'transfer_opened',
    'transfer_signed',
    'handed_over',
    'transfer_final',
  ])
  expect(steps.find(({ event }) => event === 'screened')?.sentence).toBe(
    'Names and addresses compared with sanctions lists: 2. Possible matches: 0. Lists: sdn of 2026-11-16, un of 2026-11-16.',
  )
})

test('a payment before the request of the buy comes first', () => {
  const { steps } = buildTimeline({ ...completed, credits: [{ ...credit, seenAt: at(0) }] })
  expect(steps[0]).toMatchObject({ event: 'credit_seen', status: 'pending_payment', holder: 'afara' })
})

test('a step in progress has an expected end', () => {
  const events = completed.events.slice(0, 4)
  const now = buildTimeline({ ...completed, status: 'sending', events })
  expect(now).toMatchObject({ status: 'sending', holder: 'in flight' })
  expect(now.expectedBy?.getTime()).toBeGreaterThan(at(5).getTime())
})

test('tokens in the balance are held by the business', () => {
  const events = [
    ...completed.events.slice(0, 3),
    { event: 'credited_to_balance', status: 'completed', at: at(3) },
  ]
  expect(buildTimeline({ ...completed, events, transfers: [] })).toMatchObject({
    holder: 'business',
    sentence: 'The tokens are in the balance.',
  })
})

test('a sell whose payout was not sent to a bank is queued with us', () => {
  const payout = {
    id: id('4'),
    state: 'ordered',
    amountMinor: 495_000n,
    sessionId: null,
    orderedAt: at(22),
    sentAt: null,
    endedAt: null,
    backAt: null,
    purpose: 'payout' as const,
    bankCode: '000013',
    accountNumber: '0123456789',
  }
  const events = [
    { event: 'accepted', status: 'deposit_received', at: at(1) },
    { event: 'checks_passed', status: 'cleared', at: at(21) },
    { event: 'payout_ordered', status: 'paying_out', at: at(22) },
  ]
  const told = (
    ...payouts: (
      | typeof payout
      | (Omit<typeof payout, 'sentAt' | 'backAt'> & { sentAt: Date; backAt: Date | null })
    )[]
  ) => buildTimeline({ ...completed, type: 'sell', events, credits: [], transfers: [], payouts })
  const queued = {
    status: 'paying_out',
    holder: 'afara',
    sentence: expect.stringContaining('queued') as string,
  }
  expect(told(payout)).toMatchObject(queued)
  expect(told(payout).steps.at(-1)).toMatchObject(queued)
  // An earlier payout was sent, and its naira was returned.
  const dead = { ...payout, id: id('5'), state: 'failed', sentAt: at(10), backAt: at(15) }
  expect(told(dead, payout)).toMatchObject(queued)
  expect(told({ ...payout, sentAt: at(23), backAt: null })).toMatchObject({
    holder: 'in flight',
    sentence: 'We instructed the bank to pay. It has not confirmed the payment yet.',
  })
})

test('a completed sell shows each step from deposit to payout, with the evidence', () => {
  const deposit = { id: id('3'), network: 'Polygon', hash: '0xcc', amountMinor: 500_000n, seenAt: at(20) }
  const payout = {
    id: id('4'),
    state: 'succeeded',
    amountMinor: 495_000n,
    sessionId: '000014261116',
    orderedAt: at(22),
    sentAt: at(23),
    endedAt: at(25),
    backAt: null,
    purpose: 'payout' as const,
    bankCode: '000013',
    accountNumber: '0123456789',
  }
  const { steps, holder } = buildTimeline({
    ...completed,
    type: 'sell',
    events: [
      { event: 'accepted', status: 'pending_deposit', at: at(1) },
      { event: 'deposited_in_full', status: 'deposit_received', at: at(20) },
      { event: 'checks_passed', status: 'cleared', at: at(21) },
      { event: 'payout_ordered', status: 'paying_out', at: at(22) },
      { event: 'payout_succeeded', status: 'completed', at: at(25) },
    ],
    credits: [],
    transfers: [],
    depositAddress: { network: 'Polygon', address: '0xdd' },
    deposits: [deposit],
    payouts: [payout],
  })
  expect(steps.map(({ event, holder }) => `${event}: ${holder}`)).toEqual([
    'accepted: business',
    'deposit_seen: afara',
    'deposited_in_full: afara',
    'checks_passed: afara',
    'payout_ordered: afara',
    'bank_asked: in flight',
    'payout_succeeded: recipient',
  ])
  expect(holder).toBe('recipient')
  expect(steps[0]?.evidence).toEqual([{ kind: 'deposit_address', id: '0xdd', network: 'Polygon' }])
  expect(steps[1]?.sentence).toContain('5,000.00 NGNC')
  expect(steps.at(-1)?.evidence).toEqual([
    { kind: 'payout', id: `pay_${id('4').replaceAll('-', '')}` },
    { kind: 'session', id: '000014261116' },
  ])
})

test('a refund in two legs shows each leg with its account and session', () => {
  const leg = (digit: string, ended: number) => ({
    id: id(digit),
    state: 'succeeded',
    amountMinor: 100_000n,
    sessionId: `00001426111${digit}`,
    orderedAt: at(22),
    sentAt: at(23),
    endedAt: at(ended),
    backAt: null,
    purpose: 'refund' as const,
    bankCode: '000013',
    accountNumber: '0123456789',
  })
  const { steps, holder } = buildTimeline({
    ...completed,
    status: 'refunded',
    events: [
      { event: 'accepted', status: 'pending_payment', at: at(1) },
      { event: 'paid_in_part', status: 'part_paid', at: at(2) },
      { event: 'return_chosen', status: 'refunding', at: at(20) },
      { event: 'refund_paid', status: 'refunded', at: at(30) },
    ],
    transfers: [],
    payouts: [leg('5', 25), leg('6', 30)],
  })
  expect(steps.slice(3).map(({ event, holder }) => `${event}: ${holder}`)).toEqual([
    'return_chosen: in flight',
    'bank_asked: in flight',
    'bank_asked: in flight',
    'paid_back: in flight',
    'paid_back: in flight',
    'refund_paid: payer',
  ])
  expect(holder).toBe('payer')
  expect(steps.find(({ event }) => event === 'paid_back')?.sentence).toContain('******6789 at ')
  expect(steps.at(-1)?.evidence.filter(({ kind }) => kind === 'session')).toHaveLength(2)
})

test('naira that has arrived and is not matched is told, with its holder and a deadline, and its amount only with proof', () => {
  for (const status of ['pending_payment', 'expired']) {
    const unpaid: TimelineFacts = {
      ...completed,
      status,
      credits: [],
      transfers: [],
      events: [{ event: 'accepted', status, at: at(1) }],
    }
    const sure = buildTimeline({
      ...unpaid,
      seen: { kind: 'sure', amountMinor: 2_000_100n, seenAt: at(60) },
    })
    expect(sure).toMatchObject({ holder: 'afara', expectedBy: at(60 + 24 * 60 * 60) })
    expect(sure.sentence).toContain('We have received ₦20,001.00 and hold it.')
    const only = buildTimeline({ ...unpaid, seen: { kind: 'only', amountMinor: null, seenAt: at(60) } })
    expect(only.sentence).toContain('A payment has arrived that may belong here.')
    expect(only.sentence).not.toMatch(/[0-9]/)
    const some = buildTimeline({ ...unpaid, seen: { kind: 'some', amountMinor: null, seenAt: at(60) } })
    expect(some.sentence).toContain('Payments have arrived that may belong here or elsewhere.')
    expect(buildTimeline(unpaid).sentence).not.toContain('No naira')
  }
})
