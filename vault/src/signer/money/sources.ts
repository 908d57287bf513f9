import { isEntry } from '../../shared/money/facts.ts'
import { type CreditShare, judgeCredit } from '../../shared/money/judge-credit.ts'
import { sayNaira } from '../../shared/money/say-amount.ts'
import { refuseUnless } from '../answers.ts'
import type { TransferFacts } from './transfer-facts.ts'

/** A reason for sending tokens to a wallet, and how to trace it to the money. There is one for each purpose of a right. */
export type Source = Readonly<{
  /** The type of the transaction that the right belongs to. */
  type: string
  /** The asset that is held for the tokens, and committed when they are sent. */
  asset: 'NGN' | 'NGNC'
  /** Returns the row with the destination of the tokens. */
  destination(facts: TransferFacts): Readonly<{
    mode: string
    network: string | null
    wallet_address: string | null
  }> | null
  /** Returns the held amount, its value in tokens, and the credits behind it. Throws Refused. */
  fund(facts: TransferFacts): Funding
}>

type Funding = Readonly<{
  heldMinor: bigint
  tokensMinor: bigint
  /** Judges and returns the credits behind the held amount. Called after all other checks have passed. */
  credits(): readonly CreditShare[]
}>

// Payers round. Whatever a business tolerates, tokens are sent without a decision only for an amount that differs by 0.5 ‰ at most.
const MOST_DIFFERENCE = 5n
const OF = 10_000n

/** Tells whether a payment is near enough to the requested amount to pay it in full. */
export function isTolerated(paidMinor: bigint, askedMinor: bigint): boolean {
  return absolute(paidMinor - askedMinor) * OF <= askedMinor * MOST_DIFFERENCE
}

/**
 * Returns the fee. If the paid amount is not the requested one, the event that paid the buy says its fee. It must be about that amount, and
 * may differ from the agreed fee by no more than the amounts do.
 */
function feeOf({ fee_minor, paid }: NonNullable<TransferFacts['buy']>, held: bigint, asked: bigint): bigint {
  const agreed = BigInt(fee_minor)
  if (paid === null) return agreed
  const fee = BigInt(paid.fee_minor)
  refuseUnless(
    BigInt(paid.paid_minor) === held && fee >= 0n && absolute(fee - agreed) <= absolute(held - asked),
    'right_mismatch',
    `the buy received ${sayNaira(held)}, but its event says ${sayNaira(paid.paid_minor)} with a fee of ${sayNaira(fee)}`,
  )
  return fee
}

function absolute(difference: bigint): bigint {
  return difference < 0n ? -difference : difference
}

/** A buy: its allocations, and the bank lines behind them. */
export const delivery: Source = {
  type: 'buy',
  asset: 'NGN',
  destination: ({ buy }) => buy,
  fund: ({ right, transaction, buy, mode, allocations, has_return }) => {
    refuseUnless(
      right !== null && transaction !== null && buy !== null,
      'right_mismatch',
      'the transfer has no right, transaction or buy',
    )
    refuseUnless(!has_return, 'refund_decided', 'the naira of the buy is being refunded')
    const heldMinor = allocations.reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), 0n)
    const asked = BigInt(transaction.amount_minor)
    refuseUnless(
      heldMinor === asked ||
        (buy.paid !== null && isTolerated(heldMinor, asked)) ||
        (heldMinor < asked && transaction.is_short),
      'not_funded',
      `the buy received ${sayNaira(heldMinor)}, but its amount is ${sayNaira(asked)}`,
    )
    const funded = {
      mode,
      transactionId: right.transaction_id,
      businessId: transaction.business_id,
      accountId: buy.vendor_account_id,
    }
    return {
      heldMinor,
      tokensMinor: heldMinor - feeOf(buy, heldMinor, asked),
      credits: () => allocations.map((allocation) => judgeCredit(allocation, funded, refuseUnless)),
    }
  },
}

/**
 * A withdrawal: the debit from the balance of its business when it was accepted. A balance has no external name, so the journal identifies
 * the debit by business and reference, as the payer does. This name is unique for ever.
 */
export const withdrawal: Source = {
  type: 'withdrawal',
  asset: 'NGNC',
  destination: (facts) => facts.withdrawal,
  fund: ({ right, transaction, mode, taken, allocations }) => {
    refuseUnless(
      right !== null && transaction !== null,
      'right_mismatch',
      'the transfer has no right or no transaction',
    )
    const { business_id, reference, amount_minor } = transaction
    refuseUnless(
      allocations.length === 0 &&
        isEntry(taken, { mode, transactionId: right.transaction_id }, [
          `business:${business_id} / held:${right.transaction_id} NGNC ${amount_minor}`,
        ]),
      'not_funded',
      'the debit of the withdrawal from the balance is not in the ledger',
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
