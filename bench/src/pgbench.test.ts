import { expect, test } from 'vitest'
import { hasToldOf, readPgbenchReport } from './pgbench.ts'

const text = `pgbench (15.18, server 18.4)
progress: 1.0 s, 100.0 tps, lat 5.0 ms stddev 1.0, 0 failed
progress: 2.0 s, 900.0 tps, lat 5.0 ms stddev 1.0, 0 failed
progress: 3.0 s, 1000.0 tps, lat 5.0 ms stddev 1.0, 0 failed
progress: 5.0 s, 1600.0 tps, lat 5.0 ms stddev 1.0, 0 failed
number of transactions actually processed: 5200
tps = 1040.000000 (without initial connection time)
`

test('the seconds in which connections warm up do not count', () => {
  expect(readPgbenchReport(text, 2)).toEqual({ count: 5_200, countedCount: 4_200, perSecond: 1_400 })
})

test('a running pgbench reports when those seconds are over', () => {
  const lines = text.split('\n')
  expect(hasToldOf('', 2)).toBe(false)
  expect(hasToldOf(lines.slice(0, 2).join('\n'), 2)).toBe(false)
  expect(hasToldOf(lines.slice(0, 3).join('\n'), 2)).toBe(true)
})

test('a run that was cut short has no rate', () => {
  expect(readPgbenchReport(text.split('number')[0] ?? '', 2)).toBeUndefined()
  expect(readPgbenchReport('', 2)).toBeUndefined()
})
