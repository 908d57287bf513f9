import { expect, test } from 'vitest'
import { createRandom } from '../fuzz/random.ts'
import type { FeedClient, ReceivedEvent } from './feed-client.ts'
import { fillUpTo, receiveByNumber, receiveBySequence } from './receivers.ts'

const TRANSACTIONS = 40
const STEPS = ['pending_payment', 'payment_received', 'cleared', 'sending', 'completed']

/** Forty buys whose steps alternate. */
const feed: ReceivedEvent[] = STEPS.flatMap((status, step) =>
  Array.from({ length: TRANSACTIONS }, (_, one) => ({
    id: `evt_${one}_${step}`,
    type: `buy.${status}`,
    number: step * TRANSACTIONS + one + 1,
    sequence: step + 1,
    transactionId: `txn_${one}`,
    transaction: status,
  })),
)

const client: FeedClient = {
  read: async (after, { limit = 100 } = {}) => feed.slice(after, after + limit),
  readOf: async (id) => feed.filter(({ transactionId }) => transactionId === id),
  readOne: async () => '',
  list: async () => new Map(),
}

test('a receiver that checks event numbers finds every gap and ends with every transaction', async () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const { replica, bring, gaps } = receiveByNumber(client, createRandom(seed))
    await bring(feed)
    const tail = replica.lastNumber() < feed.length ? 1 : 0
    await fillUpTo(client, replica, feed.length)
    const { made, detected } = gaps()
    expect(detected + tail).toBe(made)
    expect(replica.events()).toBe(feed.length)
    expect([...replica.transactions().values()].every(({ transaction }) => transaction === 'completed')).toBe(
      true,
    )
  }
})

test('a receiver that checks the sequence of each transaction finds the missing events', async () => {
  const { replica, bring, gaps } = receiveBySequence(client, createRandom(1))
  await bring(feed)
  expect(gaps().made).toBeGreaterThan(0)
  expect(gaps().detected).toBe(gaps().made)
  expect([...replica.transactions().values()].every(({ transaction }) => transaction === 'completed')).toBe(
    true,
  )
})
