import { expect, test } from 'vitest'
import { compileNetworks, parseNetwork } from './ip-list.ts'

test('a key without a list works from anywhere', () => {
  expect(compileNetworks([])).toBeUndefined()
})

test('a key with a list works only from its networks', () => {
  const networks = compileNetworks(['203.0.113.0/24', '198.51.100.7/32', '2001:db8::/32'])
  for (const address of ['203.0.113.200', '198.51.100.7', '2001:db8:1::5', '::ffff:203.0.113.9']) {
    expect([address, networks?.allow(address)]).toEqual([address, true])
  }
  for (const address of ['203.0.114.1', '198.51.100.8', '2001:db9::1', '::ffff:8.8.8.8', 'localhost', '']) {
    expect([address, networks?.allow(address)]).toEqual([address, false])
  }
})

test('a single address is a network of one', () => {
  expect(parseNetwork('203.0.113.7')).toBe('203.0.113.7/32')
  expect(parseNetwork(' 2001:db8::1 ')).toBe('2001:db8::1/128')
  expect(parseNetwork('203.0.113.0/24')).toBe('203.0.113.0/24')
})

test('an invalid network is refused when the key is issued, not when it is used', () => {
  for (const text of [
    '',
    'office',
    '203.0.113',
    '203.0.113.0/33',
    '203.0.113.0/24/8',
    '2001:db8::/129',
    'fe80::1%eth0',
  ]) {
    expect(() => parseNetwork(text)).toThrow(expect.objectContaining({ code: 'ip_invalid' }))
  }
})
