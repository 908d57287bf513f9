import { expect, test } from 'vitest'
import type { RailLine } from './bank-rail.ts'
import { createBookWalk } from './vendor-book.ts'

const SIZE = 10
const line = (number: number): RailLine => ({
  externalId: `line-${number}`,
  at: new Date(1_800_000_000_000 + number * 1000),
  direction: 'debit',
  amountMinor: 100n,
  reference: null,
  kind: 'payment',
})

/** A ledger that grows while it is read. */
function bookOf(count: number) {
  const lines = Array.from({ length: count }, (_none, number) => line(number + 1))
  const asked: number[] = []
  return {
    lines,
    asked,
    readPage: async (number: number) => {
      asked.push(number)
      const page = lines.toReversed().slice(number * SIZE, number * SIZE + SIZE)
      return { lines: page, isLast: page.length < SIZE }
    },
  }
}
const idsOf = (lines: readonly RailLine[]) => lines.map(({ externalId }) => externalId)

test('the first read returns everything, oldest first', async () => {
  const book = bookOf(35)
  const found = await createBookWalk()(null, book.readPage)
  expect(idsOf(found.lines)).toEqual(idsOf(book.lines))
  expect(found).toMatchObject({ cursor: 'line-35', isWhole: true })
})

test('the next read returns the new lines and stops at the page of the cursor', async () => {
  const book = bookOf(2000)
  const walk = createBookWalk(() => 1_000_000)
  const { cursor } = await walk(null, book.readPage)
  book.asked.length = 0
  for (let number = 2001; number <= 2013; number += 1) book.lines.push(line(number))
  const found = await walk(cursor, book.readPage)
  expect(book.asked).toEqual([0, 1])
  expect(idsOf(found.lines)).toEqual(expect.arrayContaining(['line-2001', 'line-2013']))
  expect(found.cursor).toBe('line-2013')
})

test('lines that arrive during a read hide no other line', async () => {
  const book = bookOf(45)
  let comes = 46
  const found = await createBookWalk()('line-5', async (number) => {
    const page = await book.readPage(number)
    for (let more = 0; more < 3; more += 1, comes += 1) book.lines.push(line(comes))
    return page
  })
  const expected = Array.from({ length: 40 }, (_none, number) => `line-${number + 6}`)
  expect(idsOf(found.lines)).toEqual(expect.arrayContaining(expected))
})

test('a line that is inserted below newer ones is found within a minute', async () => {
  const book = bookOf(2000)
  let nowMs = 1_000_000
  const walk = createBookWalk(() => nowMs)
  const { cursor } = await walk(null, book.readPage)
  const late = { ...line(1950), externalId: 'late' }
  book.lines.splice(1950, 0, late)
  expect(idsOf((await walk(cursor, book.readPage)).lines)).not.toContain('late')
  nowMs += 60_000
  expect(idsOf((await walk(cursor, book.readPage)).lines)).toContain('late')
})
