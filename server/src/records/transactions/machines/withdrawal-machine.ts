import type { Machine, StatusMeaning } from './machine.ts'

export type WithdrawalStatus =
  | 'requested'
  | 'on_hold'
  | 'cleared'
  | 'sending'
  | 'send_failed'
  | 'completed'
  | 'returned_to_balance'

export type WithdrawalEvent =
  | 'accepted'
  | 'checks_passed'
  | 'check_failed'
  | 'limit_changed'
  | 'released'
  | 'rejected'
  | 'stopped'
  | 'transfer_signed'
  | 'transfer_final'
  | 'transfer_dead'
  | 'return_chosen'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** After clearing, a withdrawal follows the same events through a lane as a buy. */
export const withdrawalMachine: Machine<WithdrawalStatus, WithdrawalEvent> = {
  type: 'withdrawal',
  // The tokens are debited from the balance in the same commit.
  starts: { accepted: 'requested' },
  edges: {
    requested: { checks_passed: 'cleared', check_failed: 'on_hold' },
    on_hold: { limit_changed: 'requested', released: 'cleared', rejected: 'returned_to_balance' },
    cleared: {
      transfer_signed: 'sending',
      // The transaction had a lock, but its lane was abandoned before any transfer was signed.
      transfer_dead: 'send_failed',
      stopped: 'on_hold',
    },
    // Tokens in flight cannot be stopped. Only the chain ends this status.
    sending: { transfer_final: 'completed', transfer_dead: 'send_failed' },
    send_failed: {
      transfer_signed: 'sending',
      transfer_dead: 'send_failed',
      stopped: 'on_hold',
      return_chosen: 'returned_to_balance',
    },
    completed: {},
    returned_to_balance: {},
  },
  meanings: {
    requested: {
      sentence: 'The tokens were debited from the balance and the withdrawal is being checked.',
      holder: 'afara',
      expectedWithinMs: MINUTE_MS,
      lookAfterMs: 0,
    },
    on_hold: {
      sentence: 'The tokens were debited from the balance, and the withdrawal is under review.',
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
    returned_to_balance: {
      sentence: 'The tokens were credited back to the balance of the business.',
      holder: 'business',
      expectedWithinMs: null,
    },
  } satisfies Record<WithdrawalStatus, StatusMeaning>,
}
