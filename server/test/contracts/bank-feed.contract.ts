import { describe, expect, test } from 'vitest'
import { describeAsking } from './bank-feed-asking.contract.ts'
import { describeAnswerFaults, describePaymentFaults } from './bank-feed-faults.contract.ts'
import { describeList } from './bank-feed-list.contract.ts'
import { describeNotifications } from './bank-feed-notifications.contract.ts'
import { expectOnlyTruth } from './bank-feed-truth.ts'
import { ada, createFeedUnderTest, type FeedAdapter, hintsOf, linesOf } from './bank-feed-under-test.ts'
import { START } from './bank-feed-world.ts'

/** Rules that every feed must follow, tested against the simulated vendor process over real HTTP. */
export function describeBankFeed(adapter: FeedAdapter): void {
  describe(`${adapter.vendor} as a feed`, () => {
    const subject = createFeedUnderTest(adapter)
    const { payAndHint, read, reread } = subject

    test('a notification is a hint, and the re-read returns the exact line', async () => {
      const hint = await payAndHint({ amount: '50000.37', payer: ada, remark: 'AFR-7K2' })
      expect(hint.accountNumber).toBe(subject.world().ours)
      const answer = await reread(hint)
      const [truth] = await subject.world().truth()
      expect(answer).toEqual({
        kind: 'found',
        unreadable: [],
        lines: [
          {
            externalId: truth?.reference,
            accountNumber: subject.world().ours,
            direction: 'credit',
            kind: 'payment',
            grossMinor: 5_000_037n,
            settledMinor: 5_000_037n,
            bookedAt: new Date(START),
            valueDate: '2026-11-12',
            payer: adapter.payer,
            narration: expect.any(String) as string,
            raw: expect.any(Object) as object,
            ...(adapter.tellsSession ? { sessionId: truth?.shown_session_id } : {}),
          },
        ],
      })
      expect(JSON.stringify(linesOf([answer])[0]?.raw)).toMatch(/50000\.37|5000037/)
    })

    test.each(['0.01', '0.1', '15000', '1234567.80', '999999999999.99'])(
      '%s naira are exact',
      async (amount) => {
        const lines = linesOf([await reread(await payAndHint({ amount }))])
        expectOnlyTruth(lines, await subject.world().truth())
        expect(lines).toHaveLength(1)
      },
    )

    test('each bank of a payer is found in our directory', async () => {
      const banks = ['GTB', 'ABN', 'ZIB', 'UBA', 'FBN', 'FCMB', 'STERLING', 'KBL', 'STBC', 'KUDA']
      const wallets = ['MONIEPOINT', 'OPAY', 'PALMPAY']
      await subject.world().pay(...[...banks, ...wallets].map((bank) => ({ payer: { bank } })))
      const hints = hintsOf((await subject.world().notifications()).map(read))
      const lines = linesOf(await Promise.all(hints.map(reread)))
      expectOnlyTruth(lines, await subject.world().truth())
      const codes = lines.map(({ payer }) => payer.bankCode)
      expect(new Set(codes).size).toBe(13)
      expect(codes).not.toContain(undefined)
    })

    test('an unknown bank has no code', async () => {
      const hint = await payAndHint({ payer: { ...ada, bank: 'Bank of the Moon' } })
      const [line] = linesOf([await reread(hint)])
      expect([line?.payer.name, line?.payer.bankCode]).toEqual(['OKAFOR ADA', undefined])
    })

    describeNotifications(adapter, subject)
    describeAsking(adapter, subject)
    describePaymentFaults(adapter, subject)
    describeAnswerFaults(adapter, subject)
    describe.runIf(adapter.hasList)('the list', () => {
      describeList(adapter, subject)
    })
  })
}
