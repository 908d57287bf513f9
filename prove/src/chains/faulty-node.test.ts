import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../fuzz/random.ts'
import { startFaultyNode } from './faulty-node.ts'
import { faultsNotStruck } from './put-nodes.ts'

const chain = createServer((_request, response) => response.end('{}'))
beforeAll(async () => new Promise<void>((resolve) => chain.listen(0, '127.0.0.1', resolve)))
afterAll(() => chain.close())

test('every fault occurs if enough calls can meet it, whatever the random numbers are', async () => {
  const url = `http://127.0.0.1:${(chain.address() as AddressInfo).port}`
  const forgets = {
    isOf: ({ path }: { path: string }) => path === '/rare',
    tell: async () => ({ status: 404, type: 'text/plain', body: '' }),
  }
  const never = { ...forgets, isOf: () => false }
  const node = await startFaultyNode(url, createRandom(1, 1), { forgets, never })
  node.setOneIn(1_000_000)
  const ask = async (path: string) =>
    fetch(`${node.url}${path}`)
      .then(async (got) => got.text())
      .catch(() => undefined)
  for (let call = 0; call < 30; call += 1) await ask(call % 4 === 0 ? '/rare' : '/')
  expect(faultsNotStruck([node])).toEqual([
    expect.stringContaining('the fault never of a node never occurred, although 0 calls'),
  ])
  expect(faultsNotStruck([node], 'that were met')).toEqual([])
  await node.close()
})
