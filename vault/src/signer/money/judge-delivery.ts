import { judgeCredit } from '../../shared/money/judge-credit.ts'
import { refuseUnless } from '../answers.ts'
import type { Source } from './source.ts'

/** A buy: what was given to it, and the banks' lines behind that. */
export const delivery: Source = {
  type: 'buy',
  asset: 'NGN',
  destination: ({ buy }) => buy,
  fund: ({ right, transaction, buy, mode, allocations, has_return }) => {
    refuseUnless(
      right !== null && transaction !== null && buy !== null,
      'right_mismatch',
      'it has no right, transaction or buy',
    )
    refuseUnless(!has_return, 'refund_decided', 'its naira goes back to the payer')
    const heldMinor = allocations.reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), 0n)
    const asked = BigInt(transaction.amount_minor)
    refuseUnless(
      heldMinor === asked || (heldMinor < asked && transaction.is_short),
      'not_funded',
      `it was given ${heldMinor} and asks for ${asked}`,
    )
    const funded = {
      mode,
      transactionId: right.transaction_id,
      businessId: transaction.business_id,
      accountId: buy.vendor_account_id,
    }
    return {
      heldMinor,
      tokensMinor: heldMinor - BigInt(buy.fee_minor),
      credits: () => allocations.map((allocation) => judgeCredit(allocation, funded, refuseUnless)),
    }
  },
}
