import { expect, test } from 'vitest'
import { createManualClock } from '../../../test/manual-clock.ts'
import { createFailureLimiter } from './failure-limiter.ts'

const create = () => {
  const clock = createManualClock(new Date('2026-11-15T09:00:00Z'))
  return { clock, limiter: createFailureLimiter({ clock }) }
}

function fail(limiter: ReturnType<typeof create>['limiter'], address: string, times: number): void {
  for (let at = 0; at < times; at += 1) limiter.count(address)
}

test('an address may fail fifty times in ten seconds', () => {
  const { clock, limiter } = create()
  fail(limiter, '192.0.2.1', 49)
  expect(limiter.isTooMany('192.0.2.1')).toBe(false)
  fail(limiter, '192.0.2.1', 1)
  expect(limiter.isTooMany('192.0.2.1')).toBe(true)
  expect(limiter.isTooMany('192.0.2.2')).toBe(false)
  clock.advance(4_500)
  expect(limiter.secondsLeft()).toBe(6)
  clock.advance(5_500)
  expect(limiter.isTooMany('192.0.2.1')).toBe(false)
})

test('all addresses of one IPv6 customer count as one', () => {
  const { limiter } = create()
  fail(limiter, '2001:db8:1:2::1', 50)
  expect(limiter.isTooMany('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe(true)
  expect(limiter.isTooMany('2001:db8:1:3::1')).toBe(false)
  expect(limiter.isTooMany('2001:db8::1')).toBe(false)
  fail(limiter, '::ffff:192.0.2.1', 50)
  expect(limiter.isTooMany('::ffff:192.0.2.2')).toBe(false)
})

test('memory stays bounded when very many addresses guess', () => {
  const { limiter } = create()
  for (let at = 0; at < 20_500; at += 1) limiter.count(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`)
  expect(limiter.addresses()).toBe(20_000)
  expect(limiter.total()).toBe(20_500)
})
