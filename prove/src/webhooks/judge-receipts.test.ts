import { expect, test } from 'vitest'
import { judgeReceipts } from './judge-receipts.ts'
import type { DeliveryState } from './read-deliveries.ts'
import type { Receipt } from './receipt.ts'

const subscriber = {
  businessId: 'biz_1',
  linkTag: 'one',
  key: 'k',
  endpoints: [
    { kind: 'healthy', place: '/healthy/1' },
    { kind: 'hung', place: '/hung/2' },
  ],
} as const
const feeds = [{ subscriber, events: [{ id: 'evt_1', createdAt: 1_000, digest: 'd' }] }]
const receipt: Receipt = {
  at: 1_250,
  place: '/healthy/1',
  eventId: 'evt_1',
  status: 204,
  isSigned: true,
  digest: 'd',
}
const rows = new Map<string, DeliveryState>([
  ['/healthy/1 evt_1', 'delivered'],
  ['/hung/2 evt_1', 'pending'],
])

test('a received event is delivered, and a pending one is accounted for', () => {
  expect(judgeReceipts(feeds, [receipt], rows)).toMatchObject({
    wanted: 2,
    delivered: 1,
    accounted: 1,
    missing: [],
    invented: [],
    duplicates: 0,
    healthy: [{ createdAt: 1_000, tookMs: 250 }],
  })
})

test('the state delivered in a row does not count without a receipt', () => {
  expect(judgeReceipts(feeds, [], rows).missing).toEqual(['/healthy/1 evt_1: delivered'])
  expect(judgeReceipts(feeds, [{ ...receipt, status: 500 }], rows).missing).toHaveLength(1)
  expect(judgeReceipts(feeds, [receipt], new Map()).missing).toEqual(['/hung/2 evt_1: no row'])
})

test('another body, another endpoint and a bad signature count as invented, and a repeat as a duplicate', () => {
  const log = [
    receipt,
    receipt,
    { ...receipt, digest: 'e' },
    { ...receipt, isSigned: false },
    { ...receipt, place: '/healthy/9' },
  ]
  const { invented, duplicates } = judgeReceipts(feeds, log, rows)
  expect(invented).toHaveLength(3)
  expect(duplicates).toBe(3)
})
