import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type BankFeed, FeedUnavailable } from './bank-feed.ts'
import { limitFeed } from './limited-feed.ts'

/** A vendor that answers each call after 20 ms and counts the calls that wait at once. */
function createVendor() {
  let atOnce = 0
  let most = 0
  const hold = async (signal: AbortSignal): Promise<void> => {
    atOnce += 1
    most = Math.max(most, atOnce)
    await sleep(20, undefined, { signal }).finally(() => {
      atOnce -= 1
    })
  }
  const feed: BankFeed = {
    vendor: 'bank',
    source: 'bank',
    readHook: () => ({ kind: 'ignored' }),
    hookReply: () => ({ status: 200, body: null }),
    reread: async (_, signal) => {
      await hold(signal)
      return { kind: 'not_found' }
    },
    list: async (_, cursor, signal) => {
      await hold(signal)
      return { lines: [], unreadable: [], cursor, hasMore: false }
    },
  }
  return { feed, most: () => most }
}

const never = new AbortController().signal
const hint = { key: 'k', detail: null }

test('a vendor gets a few requests at once, however many are waiting', async () => {
  const vendor = createVendor()
  const feed = limitFeed(vendor.feed, { mostAtOnce: 3 })
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, async () => feed.reread(hint, never)),
    ...Array.from({ length: 5 }, async () => feed.list?.({ accountNumber: '1' }, 'c', never)),
  ])
  expect(answers).toHaveLength(25)
  expect(vendor.most()).toBe(3)
})

test('a call that cannot wait any longer for a slot reports that the vendor is unavailable', async () => {
  const feed = limitFeed(createVendor().feed, { mostAtOnce: 1 })
  const patience = new AbortController()
  const first = feed.reread(hint, never)
  const second = feed.reread(hint, patience.signal)
  const third = feed
    .list?.({ accountNumber: '1' }, undefined, patience.signal)
    .catch((error: unknown) => error)
  patience.abort()
  expect(await second).toMatchObject({ kind: 'unavailable' })
  expect(await third).toBeInstanceOf(FeedUnavailable)
  expect(await first).toEqual({ kind: 'not_found' })
  // The call that gave up has not taken a slot.
  expect(await feed.reread(hint, never)).toEqual({ kind: 'not_found' })
})

test('a call to a vendor that does not answer times out and frees its slot', async () => {
  const feed = limitFeed(createVendor().feed, { mostAtOnce: 1, answersWithinMs: 5 })
  await expect(feed.list?.({ accountNumber: '1' }, undefined, never)).rejects.toThrow(/abort/)
  await expect(feed.reread(hint, never)).rejects.toThrow(/abort/)
})

test('a vendor without a list has none', () => {
  expect(limitFeed(Object.assign(createVendor().feed, { list: undefined }))).toHaveProperty('list', undefined)
})
