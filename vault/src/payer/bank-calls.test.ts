import { expect, test } from 'vitest'
import { createCallsUnderWay, createGathering, inParallel } from './bank-calls.ts'

test('a call that hangs delays no other call, and the bank is not called a second time for it', async () => {
  const ask = createCallsUnderWay<string>(() => 0)
  const PATIENCE_MS = 20
  const hung = Promise.withResolvers<string>()
  const begun: string[] = []
  const begin = (fresh: readonly string[]) =>
    fresh.map(async (id) => {
      begun.push(id)
      return id === 'hung' ? hung.promise : `${id} answered`
    })
  expect(await ask(['one', 'hung', 'two'], begin, PATIENCE_MS)).toEqual([
    'one answered',
    undefined,
    'two answered',
  ])
  expect(await ask(['hung', 'three'], begin, PATIENCE_MS)).toEqual([undefined, 'three answered'])
  hung.resolve('answered late')
  expect(await ask(['hung'], begin, undefined)).toEqual(['answered late'])
  expect(begun).toEqual(['one', 'hung', 'two', 'three'])
  // A call ends when its result was returned, so the next request starts a new call.
  await ask(['one'], begin, undefined)
  expect(begun).toHaveLength(5)
})

test('a result that no request collects is dropped after a minute', async () => {
  let now = 0
  const ask = createCallsUnderWay<number>(() => now)
  const late = Promise.withResolvers<number>()
  expect(await ask(['one'], () => [late.promise], 0)).toEqual([undefined])
  late.resolve(1)
  await late.promise
  now = 61_000
  expect(await ask(['one'], () => [Promise.resolve(2)], undefined)).toEqual([2])
})

test('a failed call rejects the request, and the other answers are kept', async () => {
  const ask = createCallsUnderWay<number>(() => 0)
  const begin = () => [Promise.resolve(1), Promise.reject(new Error('no database'))]
  await expect(ask(['one', 'two'], begin, undefined)).rejects.toThrow('no database')
  expect(await ask(['one', 'two'], (fresh) => fresh.map(async () => 3), undefined)).toEqual([1, 3])
})

test('calls run up to the limit at once, and one that hangs blocks only its own slot', async () => {
  const hung = Promise.withResolvers<number>()
  const results = inParallel([0, 1, 2, 3], 2, async (item) => (item === 0 ? hung.promise : item))
  expect(await Promise.all(results.slice(1))).toEqual([1, 2, 3])
  hung.resolve(0)
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3])
})

test('equal requests at the same time make one call, and each gets its answer', async () => {
  const done: number[][] = []
  const double = createGathering(async (items: readonly number[]) => {
    done.push([...items])
    return items.map((item) => item * 2)
  })
  expect(await Promise.all([double(1), double(2)])).toEqual([2, 4])
  expect(done).toEqual([[1, 2]])
})
