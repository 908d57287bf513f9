import type { Machine, StatusMeaning } from './machine.ts'

export type ReturnStatus = 'refunding' | 'refunded' | 'refund_failed' | 'recalled'
export type ReturnEvent =
  | 'accepted'
  | 'refund_paid'
  | 'refund_dead'
  | 'refund_came_back'
  | 'refund_redirected'
  | 'credit_recalled'

const DAY_MS = 86_400_000

/** Returns a credit, or the remainder of one, that belongs to no buy. The same events move a return and a refund. */
export const returnMachine: Machine<ReturnStatus, ReturnEvent> = {
  type: 'return',
  // Operators or the bank's own record decided the return, and the naira left suspense in the same commit.
  starts: { accepted: 'refunding' },
  edges: {
    // The bank can take the credit back while no payment of ours is under way.
    refunding: { refund_paid: 'refunded', refund_dead: 'refund_failed', credit_recalled: 'recalled' },
    refunded: { refund_came_back: 'refund_failed' },
    refund_failed: { refund_redirected: 'refunding', credit_recalled: 'recalled' },
    recalled: {},
  },
  meanings: {
    refunding: {
      sentence: 'The naira is being refunded to the payer’s account.',
      holder: 'in flight',
      expectedWithinMs: DAY_MS,
      lookAfterMs: 0,
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
    recalled: {
      sentence: 'The sending bank recalled the naira before we returned it.',
      holder: 'sending bank',
      expectedWithinMs: null,
    },
  } satisfies Record<ReturnStatus, StatusMeaning>,
}
