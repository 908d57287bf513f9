import { isEntry } from '../../money/is-entry.ts'
import type { SourceShare } from '../journal/payer-record.ts'
import type { AccountPolicy, PayerPolicy } from '../policy/payer-policy.ts'
import { refusePayoutUnless } from '../refused-payout.ts'
import { judgeSource } from './judge-source.ts'
import type { PayoutFacts } from './payout-facts.ts'
import { payoutReference, payoutRightKey } from './right-key.ts'

/** A payout that the tokens are there for, and what stands behind it. */
export type FundedPayout = Readonly<{
  payoutId: string
  account: AccountPolicy
  reference: string
  attempt: number
  /** `<business>/<mode>/<reference>/<purpose>/<leg>` */
  right: string
  transactionId: string
  bankCode: string
  accountNumber: string
  accountName: string
  amountMinor: bigint
  source: readonly SourceShare[]
}>

/**
 * Follows a payout back to the money: right, transaction, sell, the tokens that arrived for it, and the ledger at each step. Every link is
 * looked at from both ends; whatever does not say the same refuses the whole.
 */
export function judgePayout(facts: PayoutFacts, policy: PayerPolicy): FundedPayout {
  const { right, transaction, sell, mode } = facts
  const account = judgeAccount(facts, policy)
  refusePayoutUnless(facts.state === 'sending', 'payout_over', `the payout is ${facts.state}`)
  refusePayoutUnless(
    right !== null && transaction !== null && sell !== null,
    'right_mismatch',
    'it has no right, transaction or sell',
  )
  refusePayoutUnless(
    [right, transaction, sell].every((row) => row.mode === mode),
    'right_mismatch',
    'its rows are of several modes',
  )
  refusePayoutUnless(
    right.purpose === 'payout' &&
      transaction.type === 'sell' &&
      right.business_id === transaction.business_id &&
      right.reference === transaction.reference,
    'right_mismatch',
    'its right is not that of its sell',
  )
  refusePayoutUnless(
    right.bank_code === sell.bank_code && right.account_number === sell.account_number,
    'right_mismatch',
    'the sell is to be paid to another account',
  )
  const key = payoutRightKey(mode, right)
  refusePayoutUnless(
    facts.reference === payoutReference(key, facts.attempt),
    'right_mismatch',
    'its reference is not that of its right',
  )
  refusePayoutUnless(
    transaction.status === 'paying_out',
    'status_forbids',
    `its transaction is ${transaction.status}`,
  )
  refusePayoutUnless(facts.freezes.length === 0, 'frozen', facts.freezes.join('; '))

  const { source, tokensMinor } = judgeSource(facts, policy)
  const amountMinor = BigInt(right.amount_minor)
  const asked = BigInt(transaction.amount_minor)
  refusePayoutUnless(
    tokensMinor === asked || (tokensMinor < asked && transaction.is_short),
    'not_funded',
    `${tokensMinor} came for it, and it is of ${asked}`,
  )
  refusePayoutUnless(
    amountMinor > 0n && amountMinor === tokensMinor - BigInt(sell.fee_minor),
    'right_mismatch',
    `the right is to ${amountMinor}, and the tokens are worth ${tokensMinor} with a fee of ${sell.fee_minor}`,
  )
  const { transaction_id: transactionId } = right
  refusePayoutUnless(
    isEntry(facts.opening, { mode, transactionId }, [
      `held:${transactionId} / committed:${transactionId} NGNC ${tokensMinor}`,
      `outgoing:${facts.account_id} / payout_bank:${facts.account_id} NGN ${amountMinor}`,
    ]),
    'opening_missing',
    'the ledger does not have its opening',
  )
  return {
    payoutId: facts.payout_id,
    account,
    reference: facts.reference,
    attempt: facts.attempt,
    right: key,
    transactionId,
    bankCode: right.bank_code,
    accountNumber: right.account_number,
    accountName: right.account_name,
    amountMinor,
    source,
  }
}

/** The account that pays, if our own policy knows it as the same and somebody works in it. */
function judgeAccount({ account, account_id, mode }: PayoutFacts, policy: PayerPolicy): AccountPolicy {
  const known = policy.find(account_id)
  refusePayoutUnless(
    known !== undefined &&
      account !== null &&
      account.mode === mode &&
      known.mode === mode &&
      known.vendor === account.vendor,
    'unknown_account',
    'no line of the policy is about this account',
  )
  refusePayoutUnless(
    account.state === 'active' || account.state === 'draining',
    'account_stopped',
    `the account is ${account.state}`,
  )
  refusePayoutUnless(account.is_held, 'not_held', 'nobody works in the account')
  return known
}
