import type { Machine, StatusMeaning } from './machine.ts'

export type BuyStatus =
  | 'pending_payment'
  | 'part_paid'
  | 'payment_received'
  | 'action_required'
  | 'on_hold'
  | 'cleared'
  | 'sending'
  | 'send_failed'
  | 'completed'
  | 'refunding'
  | 'refunded'
  | 'refund_failed'
  | 'expired'
  | 'cancelled'
  | 'recalled'

export type BuyEvent =
  | 'accepted'
  | 'paid_in_full'
  | 'paid_in_part'
  | 'window_closed'
  | 'cancelled'
  | 'topped_up'
  | 'short_accepted'
  | 'return_chosen'
  | 'late_credit'
  | 'checks_passed'
  | 'check_failed'
  | 'choice_needed'
  | 'fixed'
  | 'limit_changed'
  | 'released'
  | 'rejected'
  | 'transfer_signed'
  | 'credited_to_balance'
  | 'stopped'
  | 'transfer_final'
  | 'transfer_dead'
  | 'refund_paid'
  | 'refund_dead'
  | 'refund_came_back'
  | 'refund_redirected'
  | 'credit_recalled'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export const buyMachine: Machine<BuyStatus, BuyEvent> = {
  type: 'buy',
  starts: { accepted: 'pending_payment' },
  edges: {
    pending_payment: {
      paid_in_full: 'payment_received',
      paid_in_part: 'part_paid',
      window_closed: 'expired',
      cancelled: 'cancelled',
    },
    part_paid: {
      // Operators may allocate a further part that still does not pay the buy in full.
      paid_in_part: 'part_paid',
      topped_up: 'payment_received',
      short_accepted: 'payment_received',
      return_chosen: 'refunding',
      credit_recalled: 'recalled',
    },
    // A bank credit cannot be declined, so a late one needs a decision.
    expired: { late_credit: 'action_required' },
    cancelled: { late_credit: 'action_required' },
    payment_received: {
      checks_passed: 'cleared',
      check_failed: 'on_hold',
      choice_needed: 'action_required',
      credit_recalled: 'recalled',
    },
    action_required: {
      fixed: 'payment_received',
      return_chosen: 'refunding',
      credit_recalled: 'recalled',
    },
    on_hold: {
      // Only a limit held the buy, and the limit was raised or removed.
      limit_changed: 'payment_received',
      released: 'cleared',
      rejected: 'refunding',
      credit_recalled: 'recalled',
    },
    cleared: {
      transfer_signed: 'sending',
      credited_to_balance: 'completed',
      // The transaction had a lock, but its lane was abandoned before any transfer was signed.
      transfer_dead: 'send_failed',
      stopped: 'on_hold',
      credit_recalled: 'recalled',
    },
    // Tokens in flight cannot be recalled or stopped. Only the chain ends this status.
    sending: { transfer_final: 'completed', transfer_dead: 'send_failed' },
    send_failed: {
      transfer_signed: 'sending',
      transfer_dead: 'send_failed',
      return_chosen: 'refunding',
      stopped: 'on_hold',
      credit_recalled: 'recalled',
    },
    refunding: { refund_paid: 'refunded', refund_dead: 'refund_failed', credit_recalled: 'recalled' },
    refund_failed: { refund_redirected: 'refunding', credit_recalled: 'recalled' },
    // The buy is finished for the business, but a bank can still return the refund or recall the payment.
    refunded: { refund_came_back: 'refund_failed', credit_recalled: 'recalled' },
    completed: { credit_recalled: 'recalled' },
    recalled: {},
  },
  meanings: {
    pending_payment: {
      sentence: 'We are waiting for the naira to reach our bank account.',
      holder: 'payer',
      // The buy expires after this time.
      expectedWithinMs: 7 * DAY_MS,
      lookAfterMs: null,
    },
    part_paid: {
      sentence:
        'Part of the naira has arrived; the rest is missing. If it does not arrive in time, we return the part.',
      holder: 'afara',
      // After this time, what arrived is refunded.
      expectedWithinMs: 2 * DAY_MS,
    },
    payment_received: {
      sentence: 'All of the naira has arrived and is being checked.',
      holder: 'afara',
      expectedWithinMs: MINUTE_MS,
      lookAfterMs: 0,
    },
    action_required: {
      sentence: 'The naira has arrived and the business must decide.',
      holder: 'afara',
      expectedWithinMs: 2 * DAY_MS,
    },
    on_hold: {
      sentence: 'The naira has arrived and is under review.',
      holder: 'afara',
      expectedWithinMs: DAY_MS,
    },
    cleared: {
      sentence: 'All checks passed; the tokens are about to be sent.',
      holder: 'afara',
      expectedWithinMs: 10 * MINUTE_MS,
    },
    sending: {
      sentence: 'The tokens are on their way on the network.',
      holder: 'in flight',
      expectedWithinMs: 30 * MINUTE_MS,
    },
    send_failed: {
      sentence: 'The network rejected the transfer. No tokens were sent.',
      holder: 'afara',
      expectedWithinMs: DAY_MS,
      lookAfterMs: 0,
    },
    completed: { sentence: 'The tokens have arrived.', holder: 'recipient', expectedWithinMs: null },
    refunding: {
      sentence: 'The naira is being refunded to the payer’s account.',
      holder: 'in flight',
      expectedWithinMs: DAY_MS,
    },
    refunded: {
      sentence: 'The naira was refunded to the payer’s account.',
      holder: 'payer',
      expectedWithinMs: null,
    },
    refund_failed: {
      sentence: 'The payer’s bank rejected the refund. Another account is needed.',
      holder: 'afara',
      expectedWithinMs: DAY_MS,
    },
    expired: {
      sentence:
        'The time to pay is over, and no payment was matched in time. Naira that arrives is not lost.',
      holder: 'payer',
      expectedWithinMs: null,
    },
    cancelled: {
      sentence: 'The business cancelled before any naira arrived.',
      holder: 'payer',
      expectedWithinMs: null,
    },
    recalled: {
      sentence: 'The sending bank recalled the naira.',
      holder: 'sending bank',
      expectedWithinMs: null,
    },
  } satisfies Record<BuyStatus, StatusMeaning>,
}
