import type { PayPage } from '../../../records/pay-links/pay-page-store.ts'
import type { BuyStatus } from '../../../records/transactions/machines/buy-machine.ts'

/** How far a payment has got, as far as its payer is told. */
export type PayState =
  | 'waiting'
  | 'short'
  | 'paused'
  | 'seen'
  | 'arrived'
  | 'delivered'
  | 'expired'
  | 'cancelled'
  | 'slow'
  | 'returning'
  | 'returned'
  | 'recalled'

const states: Readonly<Record<BuyStatus, PayState>> = {
  pending_payment: 'waiting',
  part_paid: 'short',
  payment_received: 'seen',
  cleared: 'arrived',
  sending: 'arrived',
  completed: 'delivered',
  // One word for all of these: a payer must not learn from this page that a payment is being looked into, nor why.
  on_hold: 'slow',
  action_required: 'slow',
  send_failed: 'slow',
  refunding: 'returning',
  refund_failed: 'returning',
  refunded: 'returned',
  recalled: 'recalled',
  expired: 'expired',
  cancelled: 'cancelled',
}

type Judged = Pick<PayPage, 'status' | 'expiresAt' | 'takesPayment'>

/** What the page says at a moment. Time is over when it is, and not only when somebody has noticed. */
export function payStateOf({ status, expiresAt, takesPayment }: Judged, now: Date): PayState {
  const state = (states as Readonly<Record<string, PayState>>)[status] ?? 'slow'
  if (state === 'waiting' && now >= expiresAt) return 'expired'
  return (state === 'waiting' || state === 'short') && !takesPayment ? 'paused' : state
}

/** From here on nothing changes that the payer waits for. */
export function isLastState(state: PayState): boolean {
  return state === 'delivered' || state === 'cancelled' || state === 'returned' || state === 'recalled'
}

/** Until when the payer can still do something. */
export function deadlineOf(
  page: Pick<PayPage, 'expiresAt' | 'restUntil'>,
  state: PayState,
): Date | undefined {
  if (state === 'waiting') return page.expiresAt
  return state === 'short' ? (page.restUntil ?? undefined) : undefined
}

/** How many seconds the payer has left to act, if any. */
export function secondsLeftOf(
  page: Pick<PayPage, 'expiresAt' | 'restUntil'>,
  state: PayState,
  now: Date,
): number | null {
  const deadline = deadlineOf(page, state)
  return deadline === undefined ? null : Math.max(0, Math.ceil((deadline.getTime() - now.getTime()) / 1000))
}
