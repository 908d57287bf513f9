import { expect, test } from 'vitest'
import { statusSets } from './status-sets.ts'

test('each set has the expected statuses', () => {
  expect(Object.fromEntries(statusSets.map(({ name, statuses }) => [name, [...statuses].sort()]))).toEqual({
    statuses_awaiting_payment: ['part_paid', 'pending_payment'],
    statuses_taking_credits: ['cancelled', 'expired', 'part_paid', 'pending_payment'],
    statuses_awaiting_deposit: ['part_deposited', 'pending_deposit'],
    statuses_taking_deposits: ['cancelled', 'expired', 'part_deposited', 'pending_deposit'],
    statuses_lapsed: ['cancelled', 'expired'],
    statuses_cancellable: ['pending_deposit', 'pending_payment'],
    statuses_before_clearing: ['action_required', 'payment_received', 'requested'],
    statuses_being_decided: ['action_required', 'on_hold'],
    statuses_to_deliver: ['cleared', 'send_failed'],
    statuses_to_pay_out: ['cleared', 'payout_failed', 'returned'],
    statuses_refund_owed: ['refund_failed', 'refunding'],
    statuses_ended: [
      'cancelled',
      'completed',
      'expired',
      'finished',
      'recalled',
      'refunded',
      'returned_to_balance',
    ],
  })
})
