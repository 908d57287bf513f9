import type { Machine, StatusMeaning } from './machine.ts'

export type SellStatus =
  | 'pending_deposit'
  | 'part_deposited'
  | 'deposit_received'
  | 'action_required'
  | 'on_hold'
  | 'cleared'
  | 'paying_out'
  | 'payout_failed'
  | 'completed'
  | 'returned'
  | 'refunding'
  | 'refunded'
  | 'refund_failed'
  | 'expired'
  | 'cancelled'
  | 'recalled'

export type SellEvent =
  | 'accepted'
  | 'accepted_from_balance'
  | 'deposited_in_full'
  | 'deposited_in_part'
  | 'window_closed'
  | 'cancelled'
  | 'topped_up'
  | 'short_accepted'
  | 'return_chosen'
  | 'top_up_window_closed'
  | 'late_deposit'
  | 'checks_passed'
  | 'check_failed'
  | 'choice_needed'
  | 'fixed'
  | 'limit_changed'
  | 'released'
  | 'rejected'
  | 'payout_ordered'
  | 'stopped'
  | 'payout_succeeded'
  | 'payout_dead'
  | 'payout_returned'
  | 'refund_paid'
  | 'refund_dead'
  | 'refund_came_back'
  | 'refund_redirected'
  | 'loss_accepted'
  | 'deposit_taken'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export const sellMachine: Machine<SellStatus, SellEvent> = {
  type: 'sell',
  // Tokens from the balance of the business are debited in the commit that accepts the sell.
  starts: { accepted: 'pending_deposit', accepted_from_balance: 'deposit_received' },
  edges: {
    pending_deposit: {
      deposited_in_full: 'deposit_received',
      deposited_in_part: 'part_deposited',
      window_closed: 'expired',
      cancelled: 'cancelled',
    },
    part_deposited: {
      topped_up: 'deposit_received',
      short_accepted: 'deposit_received',
      return_chosen: 'refunding',
      top_up_window_closed: 'refunding',
      deposit_taken: 'recalled',
    },
    // The address is watched permanently, because a late deposit belongs to somebody.
    expired: { late_deposit: 'action_required' },
    cancelled: { late_deposit: 'action_required' },
    deposit_received: {
      checks_passed: 'cleared',
      check_failed: 'on_hold',
      choice_needed: 'action_required',
    },
    action_required: { fixed: 'deposit_received', return_chosen: 'refunding', deposit_taken: 'recalled' },
    // Two operators decide whether tokens that the issuer seized are our loss or the customer's.
    on_hold: {
      limit_changed: 'deposit_received',
      released: 'cleared',
      rejected: 'refunding',
      loss_accepted: 'deposit_received',
      deposit_taken: 'recalled',
    },
    cleared: { payout_ordered: 'paying_out', stopped: 'on_hold', choice_needed: 'action_required' },
    // Ends only on the bank's answer to a requery, or when the naira is seen to have been returned.
    paying_out: { payout_succeeded: 'completed', payout_dead: 'payout_failed' },
    completed: { payout_returned: 'returned' },
    payout_failed: {
      payout_ordered: 'paying_out',
      stopped: 'on_hold',
      choice_needed: 'action_required',
      return_chosen: 'refunding',
    },
    returned: {
      payout_ordered: 'paying_out',
      choice_needed: 'action_required',
      return_chosen: 'refunding',
      deposit_taken: 'recalled',
    },
    refunding: { refund_paid: 'refunded', refund_dead: 'refund_failed', deposit_taken: 'recalled' },
    refunded: { refund_came_back: 'refund_failed' },
    refund_failed: { refund_redirected: 'refunding' },
    recalled: {},
  },
  meanings: {
    pending_deposit: {
      sentence: 'We are waiting for the tokens to reach the deposit address.',
      holder: 'business',
      // The sell expires after this time.
      expectedWithinMs: DAY_MS,
      lookAfterMs: null,
    },
    part_deposited: {
      sentence: 'Some of the tokens have arrived; the rest are missing.',
      holder: 'afara',
      expectedWithinMs: 2 * DAY_MS,
      lookAfterMs: 0,
    },
    deposit_received: {
      sentence: 'All tokens have arrived and the sell is being checked.',
      holder: 'afara',
      expectedWithinMs: MINUTE_MS,
      lookAfterMs: 0,
    },
    action_required: {
      sentence: 'The tokens have arrived and the business must decide.',
      holder: 'afara',
      expectedWithinMs: 2 * DAY_MS,
    },
    on_hold: {
      sentence: 'The tokens have arrived and are under review.',
      holder: 'afara',
      expectedWithinMs: DAY_MS,
    },
    cleared: {
      sentence: 'All checks passed. The payout is next.',
      holder: 'afara',
      expectedWithinMs: 10 * MINUTE_MS,
    },
    paying_out: {
      sentence: 'The payout is queued or with the bank, which has not confirmed it yet.',
      holder: 'in flight',
      expectedWithinMs: 30 * MINUTE_MS,
    },
    payout_failed: {
      sentence: 'The payout failed, and the naira is back with us.',
      holder: 'afara',
      expectedWithinMs: DAY_MS,
      lookAfterMs: 0,
    },
    completed: {
      sentence: 'The bank confirmed the payout.',
      holder: 'recipient',
      expectedWithinMs: null,
    },
    returned: {
      sentence: 'The receiving bank returned the naira to us.',
      holder: 'afara',
      expectedWithinMs: DAY_MS,
      lookAfterMs: 0,
    },
    refunding: {
      sentence: 'The tokens are being returned.',
      holder: 'in flight',
      expectedWithinMs: DAY_MS,
      lookAfterMs: 0,
    },
    refunded: {
      sentence: 'The tokens were returned to the business.',
      holder: 'business',
      expectedWithinMs: null,
    },
    refund_failed: {
      sentence: 'The tokens could not be returned. Another destination is needed.',
      holder: 'afara',
      expectedWithinMs: DAY_MS,
    },
    expired: {
      sentence: 'No tokens arrived in time. If they arrive later, they are not lost.',
      holder: 'business',
      expectedWithinMs: null,
    },
    cancelled: {
      sentence: 'The business cancelled the sell before any tokens arrived.',
      holder: 'business',
      expectedWithinMs: null,
    },
    recalled: {
      sentence: 'The issuer of the token seized the tokens before any naira was paid.',
      holder: 'issuer',
      expectedWithinMs: null,
    },
  } satisfies Record<SellStatus, StatusMeaning>,
}
