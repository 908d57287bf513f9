import { expect, test } from 'vitest'
import { FeedUnavailable } from '../../src/movements/feeds/bank-feed.ts'
import { expectOnlyTruth } from './bank-feed-truth.ts'
import { type FeedAdapter, type FeedUnderTest, inWords, once } from './bank-feed-under-test.ts'

const HOUR_MS = 3_600_000

export function describeList({ vendor }: FeedAdapter, subject: FeedUnderTest): void {
  const { poll, pollOnce, renew } = subject
  const payMany = async (count: number) =>
    subject.world().pay(...Array.from({ length: count }, (_, place) => ({ amount: `${place + 1}` })))

  test('is read page by page to its end, despite repeated rows, and covers one account', async () => {
    renew({ rowsPerPage: 7 })
    await payMany(30)
    await subject.world().pay({ account: subject.world().other, amount: '777' })
    await subject.world().fault('feed_page_repeats')
    const { lines, unreadable } = await poll()
    expectOnlyTruth(lines, await subject.world().truth())
    expect([lines.length, unreadable.length]).toEqual([30, 0])
  })

  test('rows that arrive between two pages shift others, and none is missed', async () => {
    renew({ rowsPerPage: 5 })
    const { ours } = subject.world()
    await payMany(12)
    const first = await pollOnce(ours)
    expect(first.hasMore).toBe(true)
    await payMany(9)
    const rest = await poll(ours, first.cursor)
    const next = await poll(ours, rest.cursor)
    const lines = once([...first.lines, ...rest.lines, ...next.lines])
    expectOnlyTruth(lines, await subject.world().truth())
    expect(lines).toHaveLength(21)
  })

  test('repeated polls make one request each, until it is time to re-read older rows', async () => {
    const requests = async (): Promise<Record<string, number>> =>
      JSON.parse(await subject.world().admin('GET', '/state')).requests
    const { ours } = subject.world()
    await payMany(3)
    await subject.world().wait(86_400)
    const { cursor } = await poll()
    await payMany(2)
    const second = await poll(ours, cursor)
    const before = await requests()
    await poll(ours, second.cursor)
    expect(await requests()).toEqual({ ...before, [`${vendor}_feed`]: (before[`${vendor}_feed`] ?? 0) + 1 })
  })

  test('rows inserted before the cursor are found by re-reading', async () => {
    await subject.world().pay({ faults: [{ fault: 'feed_row_in_past', seconds: 7200 }] })
    await subject.world().wait(3600)
    await payMany(1)
    const { cursor, lines } = await poll()
    expect(lines).toHaveLength(1)
    await subject.world().wait(3600)
    subject.clock().advance(2 * HOUR_MS)
    const late = await poll(subject.world().ours, cursor)
    expectOnlyTruth(late.lines, await subject.world().truth())
    expect(late.lines).toHaveLength(2)
  })

  test('rows that were missing temporarily are found when they reappear', async () => {
    const { ours } = subject.world()
    await payMany(20)
    const rule = await subject.world().fault('feed_gap', { probability: 0.4 })
    const early = await poll()
    expect(early.lines.length).toBeLessThan(20)
    await subject.world().wait(3600)
    await payMany(1)
    const between = await poll(ours, early.cursor)
    await rule.end()
    subject.clock().advance(HOUR_MS)
    const late = await poll(ours, between.cursor)
    const lines = once([...early.lines, ...between.lines, ...late.lines])
    expectOnlyTruth(lines, await subject.world().truth())
    expect(lines).toHaveLength(21)
  })

  test('a row that was unreadable at first is read later, even after many new rows', async () => {
    renew({ rowsPerPage: 2 })
    await subject.world().pay({ amount: '9000', faults: [{ fault: 'requery_late', seconds: 7200 }] })
    await payMany(4)
    await subject.world().wait(1200)
    await payMany(2)
    const early = await poll()
    await subject.world().wait(7200)
    const late = await poll(subject.world().ours, early.cursor)
    const lines = once([...early.lines, ...late.lines])
    expectOnlyTruth(lines, await subject.world().truth())
    expect(lines).toHaveLength(7)
  })

  test('an invalid cursor is ignored', async () => {
    await payMany(2)
    const cursors = ['', 'x', '{}', '[]', 'null', '{"through":"soon"}', '{"recent":5}']
    for (const cursor of cursors) expect((await poll(subject.world().ours, cursor)).lines).toHaveLength(2)
  })

  test('an account that the vendor does not have returns no lines', async () => {
    expect((await inWords(poll('0000000099'))).told).toMatch(
      /^(nothing|unavailable: the vendor answered 404)/,
    )
  })

  test('a vendor that cannot be reached is unavailable', async () => {
    renew({ url: 'http://127.0.0.1:1' })
    await expect(poll()).rejects.toThrow(FeedUnavailable)
  })
}
