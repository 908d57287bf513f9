import { expect, test } from 'vitest'
import { createDurationHistogram } from './duration-histogram.ts'

test('durations are counted up to each bound, as Prometheus reads them', () => {
  const histogram = createDurationHistogram('took_seconds', 'How long it took.')
  const kind = histogram.of({ route: '/a "b"' })
  for (const seconds of [0.0004, 0.001, 0.3, 60]) kind.observe(seconds)
  histogram.of({ route: '/never' })
  const lines = histogram.print().split('\n')
  expect(lines.slice(0, 4)).toEqual([
    '# HELP took_seconds How long it took.',
    '# TYPE took_seconds histogram',
    'took_seconds_bucket{route="/a \\"b\\"",le="0.0005"} 1',
    'took_seconds_bucket{route="/a \\"b\\"",le="0.001"} 2',
  ])
  expect(lines).toContain('took_seconds_bucket{route="/a \\"b\\"",le="0.25"} 2')
  expect(lines).toContain('took_seconds_bucket{route="/a \\"b\\"",le="0.5"} 3')
  expect(lines).toContain('took_seconds_bucket{route="/a \\"b\\"",le="+Inf"} 4')
  expect(lines).toContain('took_seconds_sum{route="/a \\"b\\""} 60.3014')
  expect(lines).toContain('took_seconds_count{route="/a \\"b\\""} 4')
  expect(lines.join()).not.toContain('/never')
})

test('the same labels requested twice share one count', () => {
  const histogram = createDurationHistogram('took_seconds', 'How long it took.')
  for (let at = 0; at < 2; at += 1) histogram.of({ route: '/a' }).observe(1)
  expect(histogram.print()).toContain('took_seconds_count{route="/a"} 2')
})
