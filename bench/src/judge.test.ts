import { expect, test } from 'vitest'
import { judge } from './judge.ts'

const good = {
  ratio: 0.7,
  cpuRatio: 0.6,
  postgresRatio: 0.5,
  spread: 0.1,
  cpuRatios: [0.7],
  ours: 7_000,
  bare: 10_000,
  oursCpuMicros: 140,
  bareCpuMicros: 100,
  fewest: 105_000,
}

test('a ratio at its target is good enough, and a lower ratio is not', () => {
  expect(judge('ledger', good, { ratio: 0.7, cpuRatio: 0.6, postgresRatio: 0.5 })).toEqual([])
  expect(judge('ledger', good, { ratio: 0.71 })).toEqual(['ledger: ratio 0.700 is below the target 0.71'])
  expect(judge('ledger', good, { cpuRatio: 0.61, postgresRatio: 0.51 })).toEqual([
    'ledger: cpu_ratio 0.600 is below the target 0.61',
    'ledger: postgres_ratio 0.500 is below the target 0.51',
  ])
})

test('a run with too few items is not good enough, whatever its ratio', () => {
  expect(judge('ledger', { ...good, ratio: 1, fewest: 12 }, {})).toHaveLength(1)
})
