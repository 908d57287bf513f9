import { expect, test } from 'vitest'
import { createLoopbackWall, createPublicWall } from './address-walls.ts'

const open = createPublicWall(['9.9.9.9'])
const home = createLoopbackWall()

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '11.0.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '169.253.0.1',
  '198.17.255.255',
  '198.20.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4001::1',
  '2c0f:fa18::1',
])('%s is public', (address) => {
  expect(open.refuses(address)).toBe(false)
  expect(home.refuses(address)).toBe(true)
})

test.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::10.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a00:1',
  '100::1',
  '2001::1',
  '2001:0:a9fe:a9fe::1',
  '2001:2::1',
  '2001:db8::1',
  '2002:a9fe:a9fe::1',
  '2002:7f00:1::',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'no address',
  '',
])('%j is not public', (address) => {
  expect(open.refuses(address)).toBe(true)
})

test('a public address of this machine is refused', () => {
  expect(open.refuses('9.9.9.9')).toBe(true)
})

test('the loopback wall allows only this machine', () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1']) expect(home.refuses(address), address).toBe(false)
  for (const address of [
    '0.0.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '::',
    '::2',
    '10.0.0.1',
    'fd00::1',
    '::ffff:10.0.0.1',
  ])
    expect(home.refuses(address), address).toBe(true)
})
