import { expect, test } from 'vitest'
import type { RpcAnswer } from '../../json-rpc.ts'
import { readBlockHashes } from './read-blocks.ts'

const answering = (answer: RpcAnswer) => ({
  askEach: async () => Promise.resolve([answer]),
  ask: async () => Promise.reject(new Error('not asked')),
})
const read = async (answer: RpcAnswer) =>
  (await readBlockHashes(answering(answer), [7n], AbortSignal.timeout(1_000))).get(7n)

test('a skipped slot has no block, and this is no fault of the node', async () => {
  const message = 'Slot 7 was skipped, or missing in long-term storage'
  expect(await read({ outcome: 'refused', message })).toBeUndefined()
  expect(await read({ outcome: 'result', result: null })).toBeUndefined()
  expect(await read({ outcome: 'result', result: { blockhash: 'abc' } })).toBe('abc')
})

test('a refusal for another reason does not mean that there is no block', async () => {
  await expect(read({ outcome: 'refused', message: 'Too many requests' })).rejects.toThrow(
    'the node rejected getBlock',
  )
})
