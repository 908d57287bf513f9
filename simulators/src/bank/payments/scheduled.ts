import type { FaultName } from '../faults/catalogue.ts'
import type { PayoutStep } from '../payouts/payout.ts'
import type { PaymentOrder } from './payment-order.ts'

/** An action of the bank at a time of its clock. */
export type Scheduled = Readonly<{ id: string; at: number }> &
  (
    | Readonly<{ does: 'pay'; order: PaymentOrder; faults: readonly { fault: FaultName; seconds: number }[] }>
    | Readonly<{ does: 'reverse' | 'recall'; line: string }>
    | Readonly<{ does: 'payout'; payout: string; step: PayoutStep }>
  )
