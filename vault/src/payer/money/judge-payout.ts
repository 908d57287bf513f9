import { hash } from 'node:crypto'
import { isEntry, rightKey } from '../../shared/money/facts.ts'
import { refuseUnless } from '../answers.ts'
import type { SourceShare } from '../journal/payer-record.ts'
import type { AccountPolicy, PayerPolicy } from '../payer-policy.ts'
import { judgeRefund } from './judge-refund.ts'
import { type ArrivedTokens, type FundedSource, judgeSell } from './judge-sell.ts'
import type { OrderedFacts, PayoutFacts } from './payout-facts.ts'

/** A payout whose money has arrived, with the source of the money. */
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
  /** The tokens of a sell, or the naira of a refund, that are held for the payout. */
  heldMinor: bigint
  source: readonly SourceShare[]
  /** The token transfers behind it, as a chain shows them. */
  arrived: readonly ArrivedTokens[]
}>

/**
 * Traces a payout to its money: the right, the transaction, the tokens of a sell or the credits of a buy that are refunded, and the ledger
 * at each step. Checks every link from both ends. Any contradiction refuses the payout.
 */
export function judgePayout(facts: PayoutFacts, policy: PayerPolicy): FundedPayout {
  const { right, transaction, mode } = facts
  const account = judgeAccount(facts, policy)
  refuseUnless(facts.state === 'sending', 'payout_over', `the payout is ${facts.state}`)
  refuseUnless(
    right !== null && transaction !== null,
    'right_mismatch',
    'the payout has no right or no transaction',
  )
  refuseUnless(
    right.mode === mode && transaction.mode === mode,
    'right_mismatch',
    'the payout, its right and its transaction have different modes',
  )
  refuseUnless(
    right.business_id === transaction.business_id && right.reference === transaction.reference,
    'right_mismatch',
    'the right of the payout differs from its transaction',
  )
  const key = rightKey(mode, right)
  refuseUnless(
    facts.reference === payoutReference(key, facts.attempt),
    'right_mismatch',
    'the reference of the payout is not the one of its right and attempt',
  )
  const { source, arrived, heldMinor, asset } = judgeSource({ ...facts, right, transaction }, policy)
  refuseUnless(facts.freezes.length === 0, 'frozen', facts.freezes.join('; '))

  const amountMinor = BigInt(right.amount_minor)
  const { transaction_id: transactionId } = right
  refuseUnless(
    isEntry(facts.opening, { mode, transactionId }, [
      `held:${transactionId} / committed:${transactionId} ${asset} ${heldMinor}`,
      `outgoing:${facts.account_id} / payout_bank:${facts.account_id} NGN ${amountMinor}`,
    ]),
    'opening_missing',
    'the opening entry of the payout is not in the ledger',
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
    heldMinor,
    source,
    arrived,
  }
}

/** Returns the policy of the paying account. The database must agree with the policy, and a worker must hold the account. */
function judgeAccount({ account, account_id, mode }: PayoutFacts, policy: PayerPolicy): AccountPolicy {
  const known = policy.find(account_id)
  refuseUnless(
    known !== undefined &&
      account !== null &&
      account.mode === mode &&
      known.mode === mode &&
      known.vendor === account.vendor,
    'unknown_account',
    'the policy has no entry for this account',
  )
  refuseUnless(
    account.state === 'active' || account.state === 'draining',
    'account_stopped',
    `the payout account is ${account.state}`,
  )
  refuseUnless(account.is_held, 'not_held', 'no worker holds the lease of the payout account')
  return known
}

/** Derives the reference of an attempt from its right, so that no reference can be made up. */
function payoutReference(right: string, attempt: number): string {
  return `af-${hash('sha256', `${right}/${attempt}`).slice(0, 32)}`
}

/** Returns the money behind a payout, by the payout's purpose. */
export function judgeSource(facts: OrderedFacts, policy: PayerPolicy): FundedSource {
  const { purpose } = facts.right
  if (purpose === 'refund') return judgeRefund(facts)
  refuseUnless(purpose === 'payout', 'right_mismatch', `no payout is allowed for the purpose ${purpose}`)
  return judgeSell(facts, policy)
}
