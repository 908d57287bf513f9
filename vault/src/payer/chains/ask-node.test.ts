import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCannedVendor } from '../../../test/canned-vendor.ts'
import { askHorizon, createAskRpc } from './ask-node.ts'

let node: Awaited<ReturnType<typeof startCannedVendor>>
beforeAll(async () => {
  node = await startCannedVendor()
})
afterAll(() => node.stop())

const signal = new AbortController().signal
const ask = async (isBatched: boolean, body: unknown) => {
  node.set('/', body)
  return createAskRpc(node.url, { isBatched })([['one'], ['two', 7]], signal)
}

test('results are in the order of the calls, whatever the order of the answers', async () => {
  const answers = [
    { id: 1, result: 'b' },
    { id: 0, result: 'a' },
  ]
  expect(await ask(true, answers)).toEqual(['a', 'b'])
  node.set('/', { id: 0, result: 'a' })
  expect(await createAskRpc(node.url, { isBatched: false })([['one']], signal)).toEqual(['a'])
})

test.each<readonly [because: string, isBatched: boolean, body: unknown]>([
  ['did not return a list', true, { id: 0, result: 'a' }],
  ['did not answer two', true, [{ id: 0, result: 'a' }]],
  ['did not answer one', true, [{ id: 0, error: {} }]],
  ['did not answer two', false, { id: 0, result: 'a' }],
  ['answered 200', false, 'null'],
  ['answered 200', false, '7'],
  ['too long', true, `["${'x'.repeat(8 * 1024 * 1024)}"]`],
])('a node that %s gave no answer', async (because, isBatched, body) => {
  await expect(ask(isBatched, body)).rejects.toThrow(because)
})

test('an answer of unknown length is read up to the same limit', async () => {
  let isClosed = false
  const endless = createServer((_, response) => {
    response.on('close', () => {
      isClosed = true
    })
    const more = () => {
      while (response.write(' '.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  })
  endless.listen(0, '127.0.0.1')
  await once(endless, 'listening')
  const { port } = endless.address() as AddressInfo
  await expect(createAskRpc(`http://127.0.0.1:${port}`)([['one']], signal)).rejects.toThrow('too long')
  await expect.poll(() => isClosed).toBe(true)
  endless.close()
})

test('Horizon has something, has nothing, or does not answer', async () => {
  node.set('/payments/1', { id: '1' })
  expect(await askHorizon(`${node.url}/`, '/payments/1', signal)).toEqual({ id: '1' })
  expect(await askHorizon(node.url, '/payments/2', signal)).toBeUndefined()
  node.set('/payments/3', { id: '3' }, 500)
  await expect(askHorizon(node.url, '/payments/3', signal)).rejects.toThrow('answered 500')
  node.set('/payments/4', [])
  await expect(askHorizon(node.url, '/payments/4', signal)).rejects.toThrow('impossible answer')
})
