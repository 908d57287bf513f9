import { expect, test } from 'vitest'
import { drawGrowth } from './growth-figure.ts'

const points = [
  {
    size: 100_000,
    cpuRatio: 1,
    cpuRatios: [0.9, 1, 1.6],
    oursTotalCpuMicros: 30_000,
    bareTotalCpuMicros: 30_000,
  },
  {
    size: 1_000_000,
    cpuRatio: 0.95,
    cpuRatios: [0.9, 0.95, 1],
    oursTotalCpuMicros: 31_600,
    bareTotalCpuMicros: 30_000,
  },
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
  expect(drawGrowth(points, 0.8)).toContain('100k transactions: 1.00; 1M transactions: 0.95')
})
