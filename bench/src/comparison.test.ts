import { expect, test } from 'vitest'
import { compareRounds, leadingFigures } from './comparison.ts'

const rate = (perSecond: number, cpuMicros: number) => ({ count: 5_000, perSecond, cpuMicros })

test('higher is better for both ratios: half the rate at twice the CPU makes both one half', () => {
  const { ratio, cpuRatio } = compareRounds([{ ours: rate(500, 200), bare: rate(1_000, 100) }])
  expect(ratio).toBe(0.5)
  expect(cpuRatio).toBe(0.5)
})

test('the CPU of all processes counts, not only that of PostgreSQL', () => {
  const ours = { ...rate(1_000, 100), totalCpuMicros: 400 }
  expect(compareRounds([{ ours, bare: rate(1_000, 100) }]).cpuRatio).toBe(0.25)
  const bare = { ...rate(1_000, 100), totalCpuMicros: 200 }
  expect(compareRounds([{ ours, bare }]).cpuRatio).toBe(0.5)
})

test('each round is compared with itself: one round on a busy machine does not change the CPU ratio', () => {
  const rounds = [
    { ours: rate(700, 140), bare: rate(1_000, 100) },
    { ours: rate(70, 9_000), bare: rate(900, 90) },
    { ours: rate(1_400, 70), bare: rate(2_000, 50) },
  ]
  expect(compareRounds(rounds).cpuRatio).toBeCloseTo(50 / 70)
})

test('the last line of every bench begins with the same figures', () => {
  const figures = leadingFigures(compareRounds([{ ours: rate(600, 150), bare: rate(1_000, 100) }]))
  expect(Object.entries(figures)).toEqual([
    ['ratio', '0.600'],
    ['cpu_ratio', '0.667'],
    ['spread', '0.000'],
    ['ours', '600'],
    ['bare', '1000'],
  ])
})
