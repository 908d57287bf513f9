import { expect, test } from 'vitest'
import { endOfWorkingDays } from './working-days.ts'

const lagos = (text: string) => new Date(`${text}+01:00`)

test.each([
  ['a plain stretch', '2026-11-02T10:00', 1, '2026-11-06T00:00'],
  ['from a Friday over the weekend', '2026-11-06T23:59', 1, '2026-11-12T00:00'],
  ['from a Sunday', '2026-11-08T12:00', 1, '2026-11-12T00:00'],
  ['fourteen days', '2026-11-02T10:00', 14, '2026-11-25T00:00'],
  ['over Christmas and the new year', '2026-12-21T08:00', 5, '2027-01-01T00:00'],
  ['over Christmas and into January', '2026-12-21T08:00', 6, '2027-01-05T00:00'],
  ['over Democracy Day', '2026-06-10T08:00', 1, '2026-06-17T00:00'],
  ['over Independence Day', '2026-09-30T08:00', 1, '2026-10-07T00:00'],
  ['over Workers’ Day', '2026-04-30T08:00', 1, '2026-05-07T00:00'],
])('%s', (_, from, count, end) => {
  expect(endOfWorkingDays(lagos(from), count)).toEqual(lagos(end))
})

test.each([
  ['2024-03-28', '2024-04-05'],
  ['2025-04-17', '2025-04-25'],
  ['2026-04-02', '2026-04-10'],
  ['2027-03-25', '2027-04-02'],
  ['2038-04-22', '2038-04-30'],
])('from the Thursday before Easter, %s, Good Friday and Easter Monday do not count', (thursday, end) => {
  expect(endOfWorkingDays(lagos(`${thursday}T10:00`), 1)).toEqual(lagos(`${end}T00:00`))
})

test('days are counted in Lagos time, not in UTC', () => {
  expect(endOfWorkingDays(new Date('2026-11-02T22:59:59Z'), 1)).toEqual(lagos('2026-11-06T00:00'))
  expect(endOfWorkingDays(new Date('2026-11-02T23:00:00Z'), 1)).toEqual(lagos('2026-11-07T00:00'))
})

test('a later start never ends sooner', () => {
  let before = 0
  for (let hour = 0; hour < 24 * 400; hour += 7) {
    const end = endOfWorkingDays(new Date(Date.UTC(2026, 0, 1, hour)), 14).getTime()
    expect(end).toBeGreaterThanOrEqual(before)
    before = end
  }
})
