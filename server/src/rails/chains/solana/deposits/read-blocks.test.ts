import { expect, test } from 'vitest'
import type { RpcAnswer } from '../../json-rpc.ts'
import { readBlockHashes } from './read-blocks.ts'

const answering = (answer: RpcAnswer) => ({
  askEach: async () => Promise.resolve([answer]),
  ask: async () => Promise.reject(new Error('not asked')),
})
const read = async (answer: RpcAnswer) =>
  (await readBlockHashes(answering(answer), [7n], AbortSignal.timeout(1_000))).get(7n)

test('a slot that the network left out has no block, and says nothing against its node', async () => {
  const message = 'Slot 7 was skipped, or missing in long-term storage'
  expect(await read({ outcome: 'refused', message })).toBeUndefined()
  expect(await read({ outcome: 'result', result: null })).toBeUndefined()
  expect(await read({ outcome: 'result', result: { blockhash: 'abc' } })).toBe('abc')
})

test('a node that says no for another reason has not said that there is no block', async () => {
  await expect(read({ outcome: 'refused', message: 'Too many requests' })).rejects.toThrow(
    'getBlock was rejected',
  )
})
