import { expect, test } from 'vitest'
import { createManualClock } from '../../kernel/clock/clock.ts'
import { createFailureLimiter } from './rate-limit-failures.ts'

const create = () => {
  const clock = createManualClock(new Date('2026-11-15T09:00:00Z'))
  return { clock, limiter: createFailureLimiter({ clock }) }
}

const attempts = (limiter: ReturnType<typeof create>['limiter'], address: string, times: number): number =>
  Array.from({ length: times }, () => limiter.attempt(address)).filter((isFree) => isFree).length

test('an address may fail fifty times in ten seconds', () => {
  const { clock, limiter } = create()
  expect(attempts(limiter, '192.0.2.1', 60)).toBe(50)
  expect(limiter.attempt('192.0.2.2')).toBe(true)
  clock.advance(4_500)
  expect(limiter.secondsLeft()).toBe(6)
  clock.advance(5_500)
  expect(limiter.attempt('192.0.2.1')).toBe(true)
})

test('a good key does not count', () => {
  const { limiter } = create()
  for (let at = 0; at < 100; at += 1) {
    expect(limiter.attempt('192.0.2.1')).toBe(true)
    limiter.forgive('192.0.2.1')
  }
  expect(limiter.addresses()).toBe(0)
})

test('all addresses of one IPv6 customer count as one', () => {
  const { limiter } = create()
  expect(attempts(limiter, '2001:db8:1:2::1', 50)).toBe(50)
  expect(limiter.attempt('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe(false)
  expect(limiter.attempt('2001:db8:1:3::1')).toBe(true)
  expect(limiter.attempt('2001:db8::1')).toBe(true)
  expect(attempts(limiter, '::ffff:192.0.2.1', 50)).toBe(50)
  expect(limiter.attempt('::ffff:192.0.2.2')).toBe(true)
})

test('memory has a bound when the whole network guesses', () => {
  const { limiter } = create()
  for (let at = 0; at < 12_000; at += 1) limiter.attempt(`10.0.${at >> 8}.${at & 255}`)
  expect(limiter.addresses()).toBe(10_000)
})
