import type { FaultName } from '../faults/catalogue.ts'
import type { PayoutStep } from '../payouts/payout.ts'
import type { PaymentOrder } from './payment-order.ts'

/** What the bank will do when its clock gets there. */
export type Scheduled = Readonly<{ id: string; at: number }> &
  (
    | Readonly<{ does: 'pay'; order: PaymentOrder; faults: readonly { fault: FaultName; seconds: number }[] }>
    | Readonly<{ does: 'reverse' | 'recall'; line: string }>
    | Readonly<{ does: 'payout'; payout: string; step: PayoutStep }>
  )
