import { expect, test } from 'vitest'
import { drawTimeline } from './timeline-figure.ts'

const step = (seconds: number, event: string, holder: string, id: string) => ({
  at: new Date(Date.parse('2026-11-15T09:30:00Z') + seconds * 1000).toISOString(),
  event,
  status: event,
  sentence: `It was ${event} & done.`,
  holder,
  evidence: [{ kind: 'credit', id }],
})
const timeline = {
  transaction_id: 'txn_1',
  status: 'completed',
  holder: 'recipient',
  steps: [
    step(0, 'accepted', 'payer', 'crd_1'),
    step(2.5, 'paid', 'afara', 'crd_1'),
    step(9, 'sent', 'recipient', 'crd_2'),
  ],
}

test('every step is drawn with its time, and each piece of evidence is drawn once', () => {
  const svg = drawTimeline(timeline, 'a caption')
  expect(svg.match(/<circle/g)).toHaveLength(3)
  expect(svg).toContain('2.50 s')
  expect(svg.match(/>crd_1</g)).toHaveLength(1)
  expect(svg).toContain('&amp; done')
})

test('the picture has its steps as text for those who cannot see it', () => {
  expect(drawTimeline(timeline, 'a caption')).toContain('2.50 s, Afara: It was paid &amp; done.')
})
