import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultPace, type ListCursor } from './list-cursor.ts'
import { walkList } from './walk-list.ts'

type Row = Readonly<{ id: number; time: number }>
const MINUTE_MS = 60_000

/** Creates a list with page numbers, newest rows first, that changes while it is read. */
function createList(rowsPerPage: number) {
  const rows: Row[] = []
  let hidden = new Set<number>()
  return {
    add: (row: Row) => rows.push(row),
    hide: (ids: Iterable<number>) => {
      hidden = new Set(ids)
    },
    readPage: async (position: string | undefined) => {
      const shown = rows
        .filter(({ id }) => !hidden.has(id))
        .toSorted((a, b) => b.time - a.time || b.id - a.id)
      const at = Number(position ?? '0') * rowsPerPage
      const isLast = at + rowsPerPage >= shown.length
      return {
        rows: shown.slice(at, at + rowsPerPage),
        next: isLast ? undefined : String(Number(position ?? '0') + 1),
      }
    },
  }
}

const pace = { ...defaultPace, rowsPerPage: 4 }

async function poll(list: ReturnType<typeof createList>, from: ListCursor, now: number) {
  const ids = new Set<number>()
  let cursor = from
  for (;;) {
    const step = await walkList<Row>(
      { readPage: list.readPage, timeOf: ({ time }) => time, pace, now },
      cursor,
    )
    for (const { row } of step.rows) ids.add(row.id)
    cursor = step.cursor
    if (!step.hasMore) return { ids, cursor }
  }
}

test('rows that arrive late, with a past time, or are hidden for a while are all read in the end', async () => {
  const action = fc.record({
    arrives: fc.integer({ min: 0, max: 9 }),
    lateByMinutes: fc.constantFrom(0, 0, 0, 5, 90, 1_440),
    hides: fc.boolean(),
    minutes: fc.constantFrom(0, 1, 6, 30),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 12 }), async (actions) => {
      const list = createList(4)
      const read = new Set<number>()
      let [now, id, cursor]: [number, number, ListCursor] = [Date.parse('2026-11-12T09:00:00Z'), 0, {}]
      const look = async () => {
        const seen = await poll(list, cursor, now)
        cursor = seen.cursor
        for (const one of seen.ids) read.add(one)
      }
      for (const { arrives, lateByMinutes, hides, minutes } of actions) {
        for (let count = 0; count < arrives; count += 1)
          list.add({ id: (id += 1), time: now - lateByMinutes * MINUTE_MS })
        list.hide(hides ? [id, id - 1, id - 5] : [])
        await look()
        now += minutes * MINUTE_MS
      }
      list.hide([])
      // Each poll reads one page of the past, and the walk starts again every five minutes.
      for (let polls = 0; polls < 60; polls += 1) {
        await look()
        now += MINUTE_MS
      }
      expect(read.size).toBe(id)
    }),
    { numRuns: 60 },
  )
})

test('new rows are read at once, even during a long walk into the past', async () => {
  const list = createList(4)
  const start = Date.parse('2026-11-12T09:00:00Z')
  for (let id = 1; id <= 100; id += 1) list.add({ id, time: start + id * MINUTE_MS })
  const first = await poll(list, {}, start)
  expect(first.ids.size).toBe(100)
  list.add({ id: 101, time: start + 101 * MINUTE_MS })
  const second = await poll(list, first.cursor, start + 10 * MINUTE_MS)
  expect(second.ids).toContain(101)
  expect(second.cursor.deep).toBeDefined()
  list.add({ id: 102, time: start + 102 * MINUTE_MS })
  expect((await poll(list, second.cursor, start + 10 * MINUTE_MS)).ids).toContain(102)
})

test('rows are not missed when the vendor clock runs ahead for a while', async () => {
  const list = createList(4)
  const start = Date.parse('2026-11-12T09:00:00Z')
  list.add({ id: 1, time: start + 3_600_000 })
  const first = await poll(list, {}, start)
  list.add({ id: 2, time: start + MINUTE_MS })
  const second = await poll(list, first.cursor, start + MINUTE_MS)
  expect(second.ids).toContain(2)
})
