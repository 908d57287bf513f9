import { expect, test } from 'vitest'
import type { Evidence, Timeline } from '../../../records/transactions/timeline/timeline-step.ts'
import { toTimelineReply } from './timeline-wire.ts'

const id = '01a1dcc3-3c47-7fec-a0d6-d2cee34c8ce8'
const at = new Date('2026-11-15T09:30:00Z')

const evidenceOf = (evidence: readonly Evidence[]) => {
  const now = { status: 'completed', sentence: 'Done.', holder: 'recipient', expectedBy: null } as const
  const timeline: Timeline = {
    ...now,
    received: null,
    frozen: null,
    steps: [{ ...now, at, event: 'done', evidence }],
  }
  const reply = toTimelineReply(id, timeline, {
    mode: 'live',
    explorers: {
      ofTransaction: (mode, network, hash) =>
        network === 'Moon' ? null : `https://${mode}/${network}/${hash}`,
      ofAddress: (mode, network, address) => `https://${mode}/${network}/a/${address}`,
    },
    addresses: {
      tell: (network, address) => ({ shown: address, memo: network === 'Stellar' ? '771' : null }),
    },
  })
  return reply.timeline.steps[0]?.evidence
}

test('only a hash has a link to a public explorer', () => {
  expect(
    evidenceOf([
      { kind: 'session', id: '000013' },
      { kind: 'hash', id: '0xab', network: 'Polygon' },
      { kind: 'hash', id: '0xcd', network: 'Moon' },
    ]),
  ).toEqual([
    { kind: 'session', id: '000013', url: null },
    { kind: 'hash', id: '0xab', url: 'https://live/Polygon/0xab' },
    { kind: 'hash', id: '0xcd', url: null },
  ])
})

test('an address that sells share is shown with the memo that must be sent', () => {
  expect(evidenceOf([{ kind: 'deposit_address', id: '0xdd', network: 'Polygon' }])).toEqual([
    { kind: 'deposit_address', id: '0xdd', url: 'https://live/Polygon/a/0xdd' },
  ])
  expect(evidenceOf([{ kind: 'deposit_address', id: 'GA', network: 'Stellar' }])).toEqual([
    { kind: 'deposit_address', id: 'GA', url: 'https://live/Stellar/a/GA' },
    { kind: 'memo', id: '771', url: null },
  ])
})
