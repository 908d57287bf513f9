import { expect, test } from 'vitest'
import { createFinalCache } from './final-cache.ts'

const signal = () => AbortSignal.timeout(5_000)
const many = Array.from({ length: 400 }, (_, place) => `transaction ${place}`)

/** A node that answers for a given number of keys and then times out, until it is given more time. */
function slowNode() {
  const asked: string[] = []
  let left = Number.POSITIVE_INFINITY
  const book = createFinalCache<string, string>(async (keys) => {
    if (keys.length > left) throw new Error('out of time')
    left -= keys.length
    asked.push(...keys)
    return Promise.resolve(new Map(keys.map((key) => [key, `${key} as it is`])))
  })
  return { book, asked, giveTimeFor: (count: number) => (left = count) }
}

test('a read that timed out continues where it stopped and completes', async () => {
  const { book, asked, giveTimeFor } = slowNode()
  for (let turn = 0; turn < 2; turn += 1) {
    giveTimeFor(170)
    await expect(book.read(many, signal())).rejects.toThrow('out of time')
  }
  giveTimeFor(170)
  const read = await book.read(many, signal())
  expect([...read.keys()].toSorted()).toEqual(many.toSorted())
  expect(asked).toHaveLength(many.length)
})

test('a small number of keys is read again each time, and so are forgotten keys', async () => {
  const { book, asked } = slowNode()
  const few = many.slice(0, 100)
  for (let turn = 0; turn < 3; turn += 1) await book.read(few, signal())
  expect(asked).toHaveLength(300)
  await book.read(many, signal())
  expect(asked).toHaveLength(600)
  book.forget(many.slice(0, 2))
  await book.read(many, signal())
  expect(asked.slice(600)).toEqual(many.slice(0, 2))
})

test('the cache is bounded, and all requested keys are still returned', async () => {
  const { book, asked } = slowNode()
  const flood = Array.from({ length: 20_100 }, (_, place) => `dust ${place}`)
  expect((await book.read(flood, signal())).size).toBe(flood.length)
  expect((await book.read(flood, signal())).size).toBe(flood.length)
  expect(asked).toHaveLength(flood.length + 100)
})
