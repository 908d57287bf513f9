import type { CreditShare } from '../journal/journal-record.ts'
import type { Policy } from '../policy/policy.ts'
import { refuseUnless } from '../refused.ts'
import type { TransferFacts } from './facts.ts'
import { isEntry } from './is-entry.ts'
import { judgeCredit } from './judge-credit.ts'
import { rightKey } from './right-key.ts'

/** A right that the money is there for, and what of which credits stands behind it. */
export type FundedRight = Readonly<{
  /** `<business>/<mode>/<reference>/<purpose>/<leg>` */
  right: string
  rightId: string
  transactionId: string
  to: string
  tokensMinor: bigint
  credits: readonly CreditShare[]
}>

const STATUSES: Readonly<Record<string, readonly string[]>> = {
  reserved: ['cleared', 'send_failed'],
  signed: ['sending'],
}

/**
 * Follows a transfer back to the money: right, transaction, buy, what was given to it, the bank's lines behind that, and the ledger at
 * each step. Every link is looked at from both ends; whatever does not say the same refuses the whole.
 */
export function judgeRight(facts: TransferFacts, policy: Policy): FundedRight {
  const { right, transaction, buy, mode, network } = facts
  refuseUnless(
    right !== null && transaction !== null && buy !== null,
    'right_mismatch',
    'it has no right, transaction or buy',
  )
  refuseUnless(
    [right, transaction, buy].every((row) => row.mode === mode) &&
      [right, buy].every((row) => row.network === network),
    'right_mismatch',
    'its rows are of several modes or networks',
  )
  refuseUnless(
    right.purpose === 'delivery' &&
      right.leg === 1 &&
      transaction.type === 'buy' &&
      right.business_id === transaction.business_id &&
      right.reference === transaction.reference &&
      right.address === buy.wallet_address,
    'right_mismatch',
    'its right is not that of its buy',
  )
  const allowed = STATUSES[facts.state]?.includes(transaction.status) ?? false
  refuseUnless(
    allowed,
    'status_forbids',
    `the transfer is ${facts.state} and its transaction ${transaction.status}`,
  )
  refuseUnless(!facts.has_return, 'refund_decided', 'its naira goes back to the payer')
  refuseUnless(facts.freezes.length === 0, 'frozen', facts.freezes.join('; '))
  const to = right.address.toLowerCase()
  refuseUnless(
    /^0x[0-9a-f]{40}$/.test(to) && !/^0x0{39}[0-9a-f]$/.test(to) && !policy.isOurs(to),
    'destination_forbidden',
    'nobody means to buy into this address',
  )

  const amount = facts.allocations.reduce((sum, allocation) => sum + BigInt(allocation.amount_minor), 0n)
  const asked = BigInt(transaction.amount_minor)
  const tokensMinor = amount - BigInt(buy.fee_minor)
  refuseUnless(
    amount === asked || (amount < asked && transaction.is_short),
    'not_funded',
    `it was given ${amount} and asks for ${asked}`,
  )
  refuseUnless(
    tokensMinor > 0n && BigInt(right.tokens_minor) === tokensMinor,
    'right_mismatch',
    `the right is to ${right.tokens_minor} and the naira is worth ${tokensMinor}`,
  )
  const opening = [
    `held:${right.transaction_id} / committed:${right.transaction_id} NGN ${amount}`,
    `outgoing:${network} / float:${network}:${facts.lane?.number} NGNC ${tokensMinor}`,
  ]
  refuseUnless(
    isEntry(facts.opening, { mode, transactionId: right.transaction_id }, opening),
    'opening_missing',
    'the ledger does not have its opening',
  )
  const funded = {
    mode,
    transactionId: right.transaction_id,
    businessId: transaction.business_id,
    accountId: buy.vendor_account_id,
  }
  return {
    right: rightKey(mode, right),
    rightId: right.id,
    transactionId: right.transaction_id,
    to,
    tokensMinor,
    credits: facts.allocations.map((allocation) => judgeCredit(allocation, funded, refuseUnless)),
  }
}
