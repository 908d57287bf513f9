import { describe, expect, test } from 'vitest'
import { answerFaults, type PaymentFault, paymentFaults } from './bank-feed-faults.ts'
import { expectOnlyTruth } from './bank-feed-truth.ts'
import {
  ada,
  type FeedAdapter,
  type FeedUnderTest,
  hintsOf,
  inWords,
  linesOf,
  once,
} from './bank-feed-under-test.ts'

const LOOK_BACK_MS = 5 * 60_000
const SHORT_MS = 600

/** Proves that each fault of a payment leads to its own lines and no others, by notification, re-read and list. */
export function describePaymentFaults(adapter: FeedAdapter, subject: FeedUnderTest): void {
  const { read, reread, poll } = subject
  /** The hints after the first payment, which has no fault. */
  const readingsSince = async () => (await subject.world().notifications()).slice(1).map(read)
  const rereadAll = async (hints: Parameters<typeof reread>[0][]) => Promise.all(hints.map(reread))

  const play = async (row: PaymentFault) => {
    const world = subject.world()
    const account = row.fault === 'wrong_account' ? world.other : world.ours
    await world.pay({ amount: '4000', payer: { name: 'BELLO SADIQ' } })
    await world.pay({ payer: ada, remark: 'AFR-7K2', faults: [row.fault] })
    const readings = await readingsSince()
    const first = await rereadAll(hintsOf(readings))
    const early = adapter.hasList ? await poll(account) : undefined
    const soon = await world.truth()
    expectOnlyTruth(linesOf(first), soon)
    expectOnlyTruth(early?.lines ?? [], soon)

    await world.wait(row.seconds ?? 0)
    subject.clock().advance(Math.max((row.seconds ?? 0) * 1000, LOOK_BACK_MS))
    const reread = linesOf(await rereadAll(hintsOf(await readingsSince())))
    const late = adapter.hasList ? await poll(account, early?.cursor) : undefined
    const listed = once([...(early?.lines ?? []), ...(late?.lines ?? [])]).filter(
      ({ settledMinor }) => settledMinor !== 400_000n,
    )
    const truth = await world.truth()
    expectOnlyTruth(reread, truth)
    expectOnlyTruth(listed, truth)
    return {
      readings: readings.map(({ kind }) => kind),
      first: new Set(first.map(({ kind }) => kind)),
      reread,
      listed,
    }
  }

  describe('faults of payments', () => {
    test.each(paymentFaults)('$fault', async (row) => {
      if (!(await subject.canHave(row.fault))) return
      const seen = await play(row)
      const isHinted = row.notified === undefined
      const lines = (row.credits ?? 1) + (adapter.showsTakenBack ? (row.takenBack ?? 0) : 0)
      expect({ ...seen, reread: seen.reread.length, listed: seen.listed.length }).toEqual({
        readings: Array(row.notified === 'never' ? 0 : (row.copies ?? 1)).fill(row.notified ?? 'hints'),
        first: new Set(isHinted ? [row.first ?? 'found'] : []),
        reread: row.isNeverHinted ? 0 : lines,
        listed: adapter.hasList ? lines : 0,
      })
    })

    test('the table has every fault that the simulator knows', async () => {
      // Payments to numbers of their own have their own contract, also what their vendor settles on the next day.
      const known = (await subject.world().catalogue()).filter(
        ({ when, name }) => when === 'payment' && !/^(number_|standing_|settled_next_day$)/.test(name),
      )
      expect(paymentFaults.map(({ fault }) => fault)).toEqual(known.map(({ name }) => name))
    })
  })
}

/** Proves that each fault of an answer leads to correct lines or none, and has no lasting effect. */
export function describeAnswerFaults(adapter: FeedAdapter, subject: FeedUnderTest): void {
  const { payAndHint, reread, poll, renew } = subject

  describe('faults of answers', () => {
    test.each(answerFaults)('$fault', async (row) => {
      if (!(await subject.canHave(row.fault))) return
      const want = { ...row, ...adapter.differs?.[row.fault] }
      const hint = await payAndHint({ payer: ada })
      const truth = await subject.world().truth()
      const rule = await subject.world().fault(row.fault)
      const deadline = /_(timeout|dribble)$/.test(row.fault) ? { deadlineMs: SHORT_MS } : {}
      renew(deadline)
      const answer = await inWords(reread(hint))
      renew(deadline)
      const listed = adapter.hasList ? await inWords(poll()) : { told: 'no list', lines: [] }
      await rule.end()
      renew()
      const afterwards = await inWords(reread(hint))

      expect(answer.told).toMatch(want.reread)
      expect(listed.told).toMatch(adapter.hasList ? want.list : /^no list$/)
      expect(afterwards.told).toBe('a line')
      const allowance = { aheadSeconds: want.aheadSeconds ?? 0 }
      expectOnlyTruth(answer.lines, truth, allowance)
      expectOnlyTruth(listed.lines, truth, allowance)
      expectOnlyTruth(afterwards.lines, truth)
    })

    test('the table has every fault that the simulator knows', async () => {
      const known = (await subject.world().catalogue()).filter(({ when }) => when === 'answer')
      expect(answerFaults.map(({ fault }) => fault).toSorted()).toEqual(
        known.map(({ name }) => name).toSorted(),
      )
    })
  })
}
