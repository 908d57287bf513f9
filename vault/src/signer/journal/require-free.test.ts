import { expect, test } from 'vitest'
import { decided, decidedAlone, decisionsOf } from '../../../test/passkeys.ts'
import { type CreditShare } from '../../shared/money/judge-credit.ts'
import type { IntentRecord } from './journal-record.ts'
import { requireUnusedRight } from './require-free.ts'

const lock = { mode: 'test', network: 'Polygon', address: '0x01', lock: '7' }
const credit = (name: string, amount: number): CreditShare => ({
  account: 'bank:1',
  names: [`feed:${name}`],
  session_id: null,
  amount_minor: String(amount),
  gross_minor: '1000',
})
const right = (...credits: CreditShare[]) => ({
  right: 'b/test/ref/delivery/1',
  rightId: 'right',
  transactionId: 'txn',
  businessId: 'business',
  to: '0xwallet',
  heldMinor: 100n,
  tokensMinor: 99n,
  credits,
})
const signedFor = (...credits: CreditShare[]): IntentRecord => ({
  n: 1,
  prev: '',
  hash: '',
  at: '2027-01-01T00:00:00.000Z',
  lock: { ...lock, lock: '6' },
  action: 'pay',
  right: 'b/test/ref/delivery/1',
  transaction_id: 'txn',
  right_id: 'right',
  transfer_id: 'first',
  to: '0xwallet',
  tokens_minor: '99',
  credits,
  digest: '',
})

const about = { transaction: 'txn' }

test('without the operators file, nobody can decide to send again', () => {
  const find = () => ({ cases: [], why: 'the file is gone', isUnknown: true })
  const earlier = { states: new Map([['first', 'final_failed']]), decisions: { find } }
  const again = () =>
    requireUnusedRight(
      { ofRight: () => [signedFor(credit('a', 100))] },
      right(credit('a', 100)),
      lock,
      earlier,
    )
  expect(again).toThrow(expect.objectContaining({ code: 'operators_unavailable' }))
})

/** Requests a second lock after the first is dead and two operators decided to send again. */
const ask =
  (before: readonly CreditShare[], now: readonly CreditShare[], by = decided('retry_send', about)) =>
  () =>
    requireUnusedRight({ ofRight: () => [signedFor(...before)] }, right(...now), lock, {
      states: new Map([['first', 'final_failed']]),
      decisions: decisionsOf(by),
    })

test('a right is signed again with the same naira as before, whatever its names are now', () => {
  expect(ask([credit('a', 60), credit('b', 40)], [credit('b', 40), credit('a', 60)])).not.toThrow()
  const renamed = { ...credit('statement-a', 100), names: ['statement:1', 'feed:a'] }
  expect(ask([credit('a', 100)], [renamed])).not.toThrow()
})

test.each([
  ['another credit', [credit('a', 100)], [credit('b', 100)]],
  ['one credit more', [credit('a', 100)], [credit('a', 60), credit('b', 40)]],
  ['more of one credit', [credit('a', 60), credit('b', 40)], [credit('a', 60), credit('a', 40)]],
])(
  '%s than at the first signature was never counted, so the right is not signed again with it',
  (_what, before, now) => {
    expect(ask(before, now)).toThrow(/money behind the right differs/)
  },
)

test('one person decides to send again under a standing decision, for the amount that is held', () => {
  const alone = (amount: string) =>
    decidedAlone('retry_send', 'send_failed', { ...about, 'decision.amount_minor': amount })
  expect(ask([credit('a', 100)], [credit('a', 100)], alone('100'))).not.toThrow()
  expect(ask([credit('a', 100)], [credit('a', 100)], alone('99'))).toThrow(/it names another amount/)
})
