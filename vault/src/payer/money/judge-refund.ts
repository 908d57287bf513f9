import { creditKeys, judgeCredit } from '../../shared/money/judge-credit.ts'
import { sayNaira } from '../../shared/money/say-amount.ts'
import { refuseUnless } from '../answers.ts'
import { legOf, type SourceShare } from '../journal/payer-record.ts'
import { isSameHolder } from '../same-holder.ts'
import type { FundedSource } from './judge-sell.ts'
import type { OrderedFacts, ReturnFacts } from './payout-facts.ts'

/**
 * Judges a leg of a refund or a return. A leg pays back everything that the buy or the return received from one credit. The beneficiary is
 * the account that the bank's record of the credit names, or the one that operators decided. If tokens were sent for the naira, it is
 * not paid back.
 */
export function judgeRefund(facts: OrderedFacts): FundedSource {
  const { right, transaction, refund, mode } = facts
  const isReturn = transaction.type === 'return' && transaction.business_id === null
  refuseUnless(
    refund !== null && (isReturn || (transaction.type === 'buy' && refund.buy?.mode === mode)),
    'right_mismatch',
    'the right of the refund is not for a buy or a return',
  )
  refuseUnless(
    transaction.status === 'refunding',
    'status_forbids',
    `the transaction is ${transaction.status}, not refunding`,
  )
  refuseUnless(!refund.is_delivered, 'delivered', 'tokens were or may have been sent for the same naira')
  refuseUnless(!refund.is_listed, 'listed', 'the transaction matches a sanctions list')
  const { place, redirect } = legOf(right.leg)
  const given = refund.returns[place - 1]
  refuseUnless(
    given !== undefined && given.mode === mode && given.amount_minor === right.amount_minor,
    'right_mismatch',
    'no decision names this refund with this amount',
  )
  refuseUnless(!given.is_by_hand, 'paid_by_hand', 'two operators decided to pay this refund by hand')
  requireDestination(given, redirect, right)
  const allocations = refund.allocations.filter(({ line }) => line?.id === given.line_id)
  const sum = allocations.reduce((total, { amount_minor }) => total + BigInt(amount_minor), 0n)
  refuseUnless(
    sum > 0n && sum === BigInt(right.amount_minor),
    'not_funded',
    `the refund is for ${sayNaira(right.amount_minor)}, but ${sayNaira(sum)} was received from the credit`,
  )
  const owner = {
    mode,
    transactionId: right.transaction_id,
    businessId: transaction.business_id,
    // A return uses the account into which its credit was paid; a buy names its account.
    accountId: isReturn ? (allocations[0]?.line?.account?.id ?? '') : (refund.buy?.vendor_account_id ?? ''),
  }
  // All allocations belong to one line.
  const [credit] = allocations.map((allocation) => judgeCredit(allocation, owner, refuseUnless))
  refuseUnless(credit !== undefined, 'not_funded', 'no credit is allocated to the transaction')
  const keys = creditKeys(mode, credit)
  const share = (names: readonly string[], gross: string): SourceShare => {
    const [name = '', ...also] = names
    return { name, also, amount_minor: right.amount_minor, gross_minor: gross }
  }
  return {
    source: [
      share(keys, credit.gross_minor),
      // Prevents a second return of the same part of a credit after a restored database has lost the first.
      ...(isReturn
        ? [
            share(
              keys.map((key) => `${key}|return ${given.ordinal}`),
              right.amount_minor,
            ),
          ]
        : []),
    ],
    arrived: [],
    heldMinor: BigInt(right.amount_minor),
    asset: 'NGN',
  }
}

/**
 * Requires the destination that two operators decided. Without such a decision, all sources that name a payer must name the same one, who
 * is then the destination. If every source hides the number, the payer may have named an account on the pay page: its holder must have the
 * name that every source reports, and what they show of bank and number must fit. Before we pay, its bank is asked who holds it.
 */
function requireDestination(
  { numbers, bank_codes: bankCodes, redirects, masks, names, named }: ReturnFacts,
  redirect: number,
  { bank_code: bankCode, account_number: number, account_name: holder }: OrderedFacts['right'],
): void {
  if (redirect > 0) {
    const decided = redirects[redirect - 1]
    refuseUnless(
      redirect === redirects.length && decided?.bank_code === bankCode && decided.account_number === number,
      'right_mismatch',
      'two operators have not decided this destination',
    )
    return
  }
  if (numbers.length === 0 && named !== null) {
    refuseUnless(
      redirects.length === 0 &&
        named.bank_code === bankCode &&
        named.account_number === number &&
        bankCodes.every((one) => one === bankCode) &&
        masks.every((mask) => fitsMask(number, mask)) &&
        names.length > 0 &&
        names.every((name) => isSameHolder(name, holder)),
      'right_mismatch',
      'the account to refund is not the one that the payer named, or its holder is not the payer',
    )
    return
  }
  const isSaid = (told: readonly string[], wanted: string) =>
    told.length > 0 && told.every((one) => one === wanted)
  refuseUnless(
    redirects.length === 0 && isSaid(numbers, number) && isSaid(bankCodes, bankCode),
    'right_mismatch',
    'the credit did not come from the account to refund',
  )
}

function fitsMask(number: string, mask: string): boolean {
  const places = Array.from(mask)
  return mask.length === number.length && places.every((place, at) => place === '*' || place === number[at])
}
