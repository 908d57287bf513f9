import { expect, test } from 'vitest'
import { ChainUnavailable } from '../../chain-unavailable.ts'
import type { RpcCall } from '../../json-rpc.ts'
import { createRetryingRpc } from './solana-rpc.ts'

const calls = Array.from({ length: 300 }, (_, place): RpcCall => ['getSignaturesForAddress', place])
const { signal } = new AbortController()

/** A node that fails each call a given number of times before it answers. */
function nodeThatFails(times: (place: number) => number, error: Error) {
  const asked = new Map<unknown, number>()
  const answer = ([, place]: RpcCall) => {
    const count = (asked.get(place) ?? 0) + 1
    asked.set(place, count)
    if (count <= times(Number(place))) throw error
    return place
  }
  const rpc = createRetryingRpc({
    ask: async (some) => some.map(answer),
    askEach: async (some) => some.map((call) => ({ outcome: 'result', result: answer(call) })),
  })
  return { rpc, asked }
}

test('three hundred calls of which many fail once or twice are all answered, in order', async () => {
  const fails = () => nodeThatFails((place) => place % 3, new ChainUnavailable('the node answered 500')).rpc
  expect(await fails().ask(calls, signal)).toEqual(calls.map(([, place]) => place))
  const each = await fails().askEach(calls, signal)
  expect(each).toEqual(calls.map(([, place]) => ({ outcome: 'result', result: place })))
})

test('a call that never gets an answer is sent three times', async () => {
  const { rpc, asked } = nodeThatFails(
    (place) => (place === 7 ? 99 : 0),
    new ChainUnavailable('the node answered 500'),
  )
  await expect(rpc.ask(calls, signal)).rejects.toThrow('the node answered 500')
  expect(asked.get(7)).toBe(3)
})

test('an odd answer is not retried, and nothing is retried after the caller stops waiting', async () => {
  const odd = nodeThatFails(() => 1, new Error('odd'))
  await expect(odd.rpc.ask(calls.slice(0, 1), signal)).rejects.toThrow('odd')
  expect(odd.asked.get(0)).toBe(1)
  const late = nodeThatFails(() => 1, new ChainUnavailable('nobody waits'))
  await expect(late.rpc.ask(calls.slice(0, 1), AbortSignal.abort())).rejects.toThrow('nobody waits')
  expect(late.asked.get(0)).toBe(1)
})
