import { expect, test } from 'vitest'
import { readWrkReport } from './wrk.ts'

const text = `Running 2s test @ http://127.0.0.1:20001
Requests/sec:   4100.00
report answers=8200 micros=2000000 refused=3 broken=1 median=12000 p99=31000
`

test('refusals and broken connections are counted separately from answers', () => {
  expect(readWrkReport(text)).toEqual({
    answers: 8_200,
    seconds: 2,
    refused: 3,
    broken: 1,
    medianMicros: 12_000,
    p99Micros: 31_000,
  })
})

test('a run that was cut short has no report', () => {
  expect(readWrkReport('Running 2s test')).toBeUndefined()
})
