import { isEntry } from '../../shared/money/is-entry.ts'
import { refuseUnless } from '../answers.ts'
import type { Source } from './source.ts'

/**
 * A withdrawal: what was taken from the balance of its business when it was accepted. A balance has no name outside, so that it is
 * known in the journal by business and reference, as the payer knows it, and is one debt for ever.
 */
export const withdrawal: Source = {
  type: 'withdrawal',
  asset: 'NGNC',
  destination: (facts) => facts.withdrawal,
  fund: ({ right, transaction, mode, taken, allocations }) => {
    refuseUnless(
      right !== null && transaction !== null,
      'right_mismatch',
      'it has no right, or no transaction',
    )
    const { business_id, reference, amount_minor } = transaction
    refuseUnless(
      allocations.length === 0 &&
        isEntry(taken, { mode, transactionId: right.transaction_id }, [
          `business:${business_id} / held:${right.transaction_id} NGNC ${amount_minor}`,
        ]),
      'not_funded',
      'the ledger does not have what was taken from the balance',
    )
    const tokensMinor = BigInt(amount_minor)
    return {
      heldMinor: tokensMinor,
      tokensMinor,
      credits: () => [
        {
          account: 'balance',
          names: [`${business_id}|${reference}`],
          session_id: null,
          amount_minor,
          gross_minor: amount_minor,
        },
      ],
    }
  },
}
