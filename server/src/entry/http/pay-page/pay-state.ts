import type { PayPage } from '../../../records/pay-links/pay-page-store.ts'
import { type BuyStatus, buyMachine } from '../../../records/transactions/machines/buy-machine.ts'

/** Progress of a payment, as its payer sees it. */
export type PayState =
  | 'waiting'
  | 'maybe'
  | 'found'
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
  // All of these are shown as `slow`: the page must not reveal that a payment is under review, or why.
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

type Judged = Pick<PayPage, 'status' | 'expiresAt' | 'takesPayment' | 'seen'>

/** States in which a payer who has paid could think that nothing has arrived. */
const unpaid: ReadonlySet<PayState> = new Set(['waiting', 'short', 'expired', 'cancelled'])

/** Returns the state of the page at the time `now`. A page expires at its deadline, even before its buy is recorded as expired. */
export function payStateOf({ status, expiresAt, takesPayment, seen }: Judged, now: Date): PayState {
  const state = (states as Readonly<Record<string, PayState>>)[status] ?? 'slow'
  if (seen?.kind === 'sure' && unpaid.has(state)) return 'found'
  if (state === 'waiting' && now >= expiresAt) return 'expired'
  if ((state === 'waiting' || state === 'short') && !takesPayment) return 'paused'
  return state === 'waiting' && seen !== null ? 'maybe' : state
}

/** Returns whether the page says what to pay, and where. */
export function isPayable(state: PayState): boolean {
  return state === 'waiting' || state === 'maybe' || state === 'short'
}

/** Returns whether the state is final, so that the payer waits for nothing more. */
export function isLastState(state: PayState): boolean {
  return state === 'delivered' || state === 'cancelled' || state === 'returned' || state === 'recalled'
}

/** Returns how many of the steps received, converted and delivered are done; undefined if the payment does not continue. */
export function stepsDoneOf({ status }: Pick<PayPage, 'status'>, state: PayState): number | undefined {
  switch (state) {
    case 'waiting':
    case 'maybe':
    case 'short':
      return 0
    case 'found':
    case 'seen':
    case 'slow':
      return 1
    case 'arrived':
      return status === 'sending' ? 2 : 1
    case 'delivered':
      return 3
    default:
      return undefined
  }
}

/** Returns by when the next step is usually done; undefined if we cannot say. The delay of a payment under review looks like any other. */
export function doneBy(state: PayState, status: string, statusAt: Date): Date | undefined {
  if (state !== 'seen' && state !== 'arrived') return undefined
  const within = (buyMachine.meanings as Readonly<Record<string, { expectedWithinMs: number | null }>>)[
    status
  ]
  const ms = within?.expectedWithinMs ?? null
  return ms === null ? undefined : new Date(statusAt.getTime() + ms)
}

/** Returns until when the payer can still act. */
export function deadlineOf(
  page: Pick<PayPage, 'expiresAt' | 'restUntil' | 'numberUntil'>,
  state: PayState,
): Date | undefined {
  const { expiresAt, numberUntil } = page
  // After the number expires, an open page shows another one.
  if (state === 'waiting' || state === 'maybe')
    return numberUntil !== null && numberUntil < expiresAt ? numberUntil : expiresAt
  return state === 'short' ? (page.restUntil ?? undefined) : undefined
}

/** Returns how many seconds the payer has left to act; null if there is no deadline. */
export function secondsLeftOf(
  page: Pick<PayPage, 'expiresAt' | 'restUntil' | 'numberUntil'>,
  state: PayState,
  now: Date,
): number | null {
  const deadline = deadlineOf(page, state)
  return deadline === undefined ? null : Math.max(0, Math.ceil((deadline.getTime() - now.getTime()) / 1000))
}
