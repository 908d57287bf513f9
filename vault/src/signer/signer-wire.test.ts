import { expect, test } from 'vitest'
import { BadRequest } from '../shared/read-fields.ts'
import { readSignRequests } from './signer-wire.ts'

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
  ['half a byte', { requests: [{ ...request, unsigned: '0x0' }] }],
  ['bytes that are not hexadecimal', { requests: [{ ...request, unsigned: '0x02zz' }] }],
  ['too many bytes', { requests: [{ ...request, unsigned: `0x${'00'.repeat(5000)}` }] }],
  ['too many requests', { requests: Array.from({ length: 201 }, () => request) }],
])('a request with %s is refused', (_what, body) => {
  expect(() => readSignRequests(body)).toThrow(BadRequest)
})
