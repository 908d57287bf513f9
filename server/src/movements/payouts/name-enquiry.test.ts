import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createManualClock } from '../../../test/manual-clock.ts'
import {
  askWithin,
  createCachedNameEnquiry,
  type NameAnswer,
  type NameEnquiry,
  type NameQuery,
} from './name-enquiry.ts'

const query: NameQuery = { bankCode: '000013', accountNumber: '0123456789', mode: 'live' }
const answer: NameAnswer = { outcome: 'found', accountName: 'ADA OBI' }

/** A bank that counts its enquiries. */
function createBank(reply: (query: NameQuery) => Promise<NameAnswer | undefined> = async () => answer) {
  const asked: NameQuery[] = []
  const enquiry: NameEnquiry = {
    ask: async (query) => {
      asked.push(query)
      return reply(query)
    },
  }
  return { asked, enquiry }
}

test('an answer in time is used', async () => {
  expect(await askWithin(createBank().enquiry, query, 1_000)).toEqual(answer)
})

test('a bank that answers too late, fails or is silent has given no answer, and nothing is thrown', async () => {
  const slow: NameEnquiry = { ask: async () => wait(200, answer) }
  const failing: NameEnquiry = { ask: async () => Promise.reject(new Error('bank down')) }
  const broken: NameEnquiry = {
    ask: () => {
      throw new Error('not even a promise')
    },
  }
  const failingLate: NameEnquiry = { ask: async () => wait(30).then(() => Promise.reject(new Error('late'))) }
  const silent: NameEnquiry = { ask: async () => undefined }
  for (const enquiry of [slow, failing, broken, failingLate, silent]) {
    expect(await askWithin(enquiry, query, 10)).toBeUndefined()
  }
  // The late failure arrives while this test still runs: an unhandled rejection would fail it.
  await wait(50)
})

test('a bank is asked once in ten minutes about one account', async () => {
  const clock = createManualClock(new Date('2026-11-15T08:00:00Z'))
  const { asked, enquiry } = createBank()
  const cached = createCachedNameEnquiry(enquiry, { clock })
  await cached.ask(query)
  clock.advance(9 * 60_000)
  expect(await cached.ask(query)).toEqual(answer)
  expect(asked).toHaveLength(1)
  clock.advance(60_000)
  await cached.ask(query)
  expect(asked).toHaveLength(2)
})

test('an account is its number, its bank and its mode: none of them answers for another', async () => {
  const { asked, enquiry } = createBank()
  const cached = createCachedNameEnquiry(enquiry, { clock: createManualClock(new Date()) })
  const others = [{ bankCode: '000014' }, { accountNumber: '0123456780' }, { mode: 'test' as const }]
  for (const change of [{}, ...others]) await cached.ask({ ...query, ...change })
  expect(asked).toHaveLength(4)
})

test('no answer and a failure are not remembered', async () => {
  const replies = [async () => undefined, async () => Promise.reject(new Error('down')), async () => answer]
  const { asked, enquiry } = createBank(async () => replies.shift()?.())
  const cached = createCachedNameEnquiry(enquiry, { clock: createManualClock(new Date()) })
  expect(await cached.ask(query)).toBeUndefined()
  await expect(cached.ask(query)).rejects.toThrow('down')
  expect(await cached.ask(query)).toEqual(answer)
  expect(asked).toHaveLength(3)
})

test('an answer that came too late for one sell is there for the next', async () => {
  const cached = createCachedNameEnquiry(
    { ask: async () => wait(30, answer) },
    { clock: createManualClock(new Date()) },
  )
  expect(await askWithin(cached, query, 5)).toBeUndefined()
  await wait(60)
  expect(await askWithin(cached, query, 5)).toEqual(answer)
})

test('the memory is bounded: the oldest answer makes room', async () => {
  const { asked, enquiry } = createBank()
  const cached = createCachedNameEnquiry(enquiry, { clock: createManualClock(new Date()), mostEntries: 3 })
  const ask = async (accountNumber: string) => cached.ask({ ...query, accountNumber })
  for (const number of ['1', '2', '3', '4']) await ask(number)
  await ask('4')
  await ask('2')
  expect(asked).toHaveLength(4)
  await ask('1')
  expect(asked).toHaveLength(5)
})
