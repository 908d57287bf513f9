import { creditKeys, judgeCredit } from '../../shared/money/judge-credit.ts'
import { refuseUnless } from '../answers.ts'
import { legOf } from '../journal/payer-record.ts'
import type { FundedSource } from './judge-sell.ts'
import type { OrderedFacts, ReturnFacts } from './payout-facts.ts'

/**
 * A leg of a refund pays back what the buy was given of one credit: all of it, to the account that the bank's own record of that credit
 * names, or to where two people decided. What was sent as tokens is not there to be paid back.
 */
export function judgeRefund(facts: OrderedFacts): FundedSource {
  const { right, transaction, refund, mode } = facts
  refuseUnless(
    refund !== null && refund.buy !== null && refund.buy.mode === mode && transaction.type === 'buy',
    'right_mismatch',
    'its right is not that of a buy',
  )
  refuseUnless(
    transaction.status === 'refunding',
    'status_forbids',
    `its transaction is ${transaction.status}`,
  )
  refuseUnless(!refund.is_delivered, 'delivered', 'tokens were sent for the same naira, or may be')
  refuseUnless(!refund.is_listed, 'listed', 'a list of sanctions holds it')
  const { place, redirect } = legOf(right.leg)
  const given = refund.returns[place - 1]
  refuseUnless(
    given !== undefined && given.mode === mode && given.amount_minor === right.amount_minor,
    'right_mismatch',
    'nobody decided that this goes back',
  )
  requireDestination(given, redirect, right)
  const allocations = refund.allocations.filter(({ line }) => line?.id === given.line_id)
  const sum = allocations.reduce((total, { amount_minor }) => total + BigInt(amount_minor), 0n)
  refuseUnless(
    sum > 0n && sum === BigInt(right.amount_minor),
    'not_funded',
    `${right.amount_minor} would go back of a credit of which the buy was given ${sum}`,
  )
  const owner = {
    mode,
    transactionId: right.transaction_id,
    businessId: transaction.business_id,
    accountId: refund.buy.vendor_account_id,
  }
  // All of them are of one line.
  const [credit] = allocations.map((allocation) => judgeCredit(allocation, owner, refuseUnless))
  refuseUnless(credit !== undefined, 'not_funded', 'nothing was given to it')
  const [name = '', ...also] = creditKeys(mode, credit)
  return {
    source: [{ name, also, amount_minor: right.amount_minor, gross_minor: credit.gross_minor }],
    arrived: [],
    taken: `NGN ${right.amount_minor}`,
  }
}

/** As every source of the credit has it that names a payer at all. */
function requireDestination(
  { numbers, bank_codes: bankCodes, redirects }: ReturnFacts,
  redirect: number,
  { bank_code: bankCode, account_number: number }: OrderedFacts['right'],
): void {
  if (redirect > 0) {
    const decided = redirects[redirect - 1]
    refuseUnless(
      redirect === redirects.length && decided?.bank_code === bankCode && decided.account_number === number,
      'right_mismatch',
      'two people did not decide that it goes there',
    )
    return
  }
  const isSaid = (told: readonly string[], wanted: string) =>
    told.length > 0 && told.every((one) => one === wanted)
  refuseUnless(
    redirects.length === 0 && isSaid(numbers, number) && isSaid(bankCodes, bankCode),
    'right_mismatch',
    'the credit did not come from that account',
  )
}
