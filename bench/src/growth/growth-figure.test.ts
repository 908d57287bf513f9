import { expect, test } from 'vitest'
import { drawGrowth } from './growth-figure.ts'

const points = [
  { size: 10_000, ratio: 1, ratios: [0.9, 1, 1.6], ours: 7_000, bare: 7_000 },
  { size: 10_000_000, ratio: 0.95, ratios: [0.9, 0.95, 1], ours: 6_650, bare: 7_000 },
]

test('the worst and the best round are drawn in full', () => {
  const bars = [
    ...drawGrowth(points, 0.8).matchAll(/<path d="M[\d.]+ ([\d.]+)H[\d.]+M[\d.]+ [\d.]+V([\d.]+)M/g),
  ]
  const heights = bars.map(([, low, high]) => Number(low) - Number(high))
  expect(heights).toHaveLength(2)
  expect(heights.every((height) => height > 0)).toBe(true)
  expect((heights[0] ?? 0) / (heights[1] ?? 1)).toBeCloseTo(7, 0)
})

test('the figure has a text description', () => {
  expect(drawGrowth(points, 0.8)).toContain('10k postings: 1.00; 10M postings: 0.95')
})
