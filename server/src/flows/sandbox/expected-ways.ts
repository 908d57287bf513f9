import type { ExpectedEvent } from './scenario.ts'

/** The way of a buy from the moment that its naira is here. */
const delivered = ['buy.payment_received', 'buy.cleared', 'buy.sending', 'buy.completed'] as const

export const buyDelivered: readonly ExpectedEvent[] = ['buy.pending_payment', ...delivered]

export const buyToppedUp: readonly ExpectedEvent[] = ['buy.pending_payment', 'buy.part_paid', ...delivered]

export const sellPaid: readonly ExpectedEvent[] = [
  'sell.pending_deposit',
  'sell.deposit_received',
  'sell.cleared',
  'sell.paying_out',
  'sell.completed',
]
