import { isReversed } from '../find-transaction.ts'
import { writeNaira } from '../kobo.ts'
import { lagosSlashes, lagosStamp } from '../lagos-time.ts'
import { showPayer } from '../show-payer.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import type { Telling, Transaction } from '../vendor-face.ts'
import {
  askedOf,
  customerOf,
  describe,
  paidWord,
  paymentReferenceOf,
  productOf,
  sum,
} from './monnify-face.ts'

type Shown = Telling & Readonly<{ isPending: boolean; hasOldDates: boolean }>

/**
 * Writes the body of a requery. Amounts are text here, and the payer's number is masked although the notification showed it in full, as in
 * a real answer of July 2026.
 */
export function writeTransaction(bank: SimulatedBank, transaction: Transaction, shown: Shown): object {
  const { account, first, lines } = transaction
  const paidAt = first.bookedAt + shown.skewMs
  const paidKobo = sum(lines, ({ gross }) => gross)
  const paid = writeNaira(paidKobo)
  const payments = lines.map((line) => {
    const { name, accountNumber, bankCode } = showPayer(line, { masks: true, maskWith: '*' })
    return { accountName: name, accountNumber, bankCode, amountPaid: writeNaira(line.gross) }
  })
  return {
    transactionReference: first.reference,
    paymentReference: paymentReferenceOf(first),
    amountPaid: paid,
    totalPayable: writeNaira(askedOf(first) ?? paidKobo),
    settlementAmount: writeNaira(sum(lines, ({ settled }) => settled)),
    paidOn: shown.hasOldDates ? lagosSlashes(paidAt) : `${lagosStamp(paidAt)}.0`,
    paymentStatus: status(bank, transaction, shown),
    paymentDescription: describe(first, account),
    currency: 'NGN',
    paymentMethod: 'ACCOUNT_TRANSFER',
    product: productOf(first, account),
    cardDetails: null,
    accountDetails: payments[0],
    accountPayments: payments.map(({ accountName, accountNumber, amountPaid }) => ({
      accountName,
      accountNumber,
      amountPaid,
    })),
    customer: customerOf(first, account),
    metaData: {},
    paymentScope: null,
  }
}

function status(bank: SimulatedBank, transaction: Transaction, { isPending }: Shown): string {
  if (isPending) return 'PENDING'
  const { first, lines } = transaction
  return isReversed(bank, transaction)
    ? 'REVERSED'
    : paidWord(
        first,
        sum(lines, ({ gross }) => gross),
      )
}
