import { expect, test } from 'vitest'
import { BadRequest } from '../shared/read-fields.ts'
import { readOpeningOrder, readSignRequests, readSweepOrder } from './signer-wire.ts'

const request = { transfer_id: '01a1dee6-1366-7ab8-a780-7f2d4afdd653', kind: 'pay', unsigned: '0x02c0' }

test('a request has a transfer, a kind and bytes', () => {
  expect(readSignRequests({ requests: [request] })).toEqual([
    { transferId: request.transfer_id, kind: 'pay', unsigned: Uint8Array.of(2, 0xc0) },
  ])
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['a list', [request]],
  ['an unknown field next to the requests', { requests: [request], force: true }],
  ['an unknown field in a request', { requests: [{ ...request, to: '0x' }] }],
  ['an invalid id', { requests: [{ ...request, transfer_id: "' or true --" }] }],
  ['an unknown kind', { requests: [{ ...request, kind: 'sweep' }] }],
  ['bytes that are no text', { requests: [{ ...request, unsigned: 2 }] }],
  ['half a byte', { requests: [{ ...request, unsigned: '0x0' }] }],
  ['bytes that are not hexadecimal', { requests: [{ ...request, unsigned: '0x02zz' }] }],
  ['too many bytes', { requests: [{ ...request, unsigned: `0x${'00'.repeat(5000)}` }] }],
  ['too many requests', { requests: Array.from({ length: 201 }, () => request) }],
])('a request with %s is refused', (_what, body) => {
  expect(() => readSignRequests(body)).toThrow(BadRequest)
})

const salt = `0x${'ab'.repeat(32)}`
const sweep = {
  mode: 'test',
  network: 'Polygon',
  nonce: '7',
  items: [{ salt, units: '5' }],
  terms: { gas: '1' },
}
const opening = { mode: 'test', network: 'Solana', salts: [salt], terms: { blockhash: 'x' } }

test('a sweep and an opening name addresses, amounts and terms', () => {
  expect(readSweepOrder(sweep)).toEqual({ ...sweep, nonce: 7n, items: [{ salt, units: 5n }] })
  expect(readOpeningOrder(opening)).toEqual(opening)
})

test.each<[string, object | null]>([
  ['another field', { ...sweep, to: '0x' }],
  ['a mode that is no text', { ...sweep, mode: 1 }],
  ['a network that is no text', { ...sweep, network: null }],
  ['no item', { ...sweep, items: [] }],
  ['items that are no list', { ...sweep, items: { salt } }],
  ['an item that is a list', { ...sweep, items: [[salt]] }],
  ['an item with another field', { ...sweep, items: [{ salt, units: '5', to: '0x' }] }],
  ['a salt twice', { ...sweep, items: [sweep.items[0], sweep.items[0]] }],
  ['a salt that is too short', { ...sweep, items: [{ salt: '0xab', units: '5' }] }],
  ['a salt that is no text', { ...sweep, items: [{ salt: 7, units: '5' }] }],
  ['a nonce that is a number', { ...sweep, nonce: 7 }],
  ['a nonce with a leading zero', { ...sweep, nonce: '07' }],
  ['a nonce that is too large', { ...sweep, nonce: String(2n ** 64n) }],
  ['terms that are a list', { ...sweep, terms: [] }],
  ['a term that is no text', { ...sweep, terms: { gas: 1 } }],
  ['a term that is too long', { ...sweep, terms: { gas: '1'.repeat(129) } }],
])('a sweep with %s is refused', (_what, body) => {
  expect(() => readSweepOrder(body)).toThrow(BadRequest)
})

test('an opening without a salt, or with one twice, is refused', () => {
  for (const salts of [[], [salt, salt], ['0xAB'], salt])
    expect(() => readOpeningOrder({ ...opening, salts })).toThrow(BadRequest)
})
