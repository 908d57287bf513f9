import type { TransactionTotalsReply } from '@afara/sdk'
import { koboOf } from './words.ts'

/** Returns the kobo of the completed transactions of a type: what arrived for buys, and the amounts of all others. */
export function sumOfCompleted({ totals }: TransactionTotalsReply, type: string): bigint {
  return totals
    .filter((one) => one.type === type && one.status === 'completed')
    .reduce((sum, { amount, paid_amount }) => sum + BigInt(koboOf(paid_amount ?? amount)), 0n)
}
