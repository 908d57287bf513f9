import { refuseUnless } from '../answers.ts'
import type { PayerPolicy } from '../policy/payer-policy.ts'
import type { Funded } from './funded.ts'
import { judgeTokens } from './judge-tokens.ts'
import type { OrderedFacts } from './payout-facts.ts'

/** A sell is paid to the account that it was accepted with, or that two people decided, with what its tokens are worth less the fee. */
export function judgeSell(facts: OrderedFacts, policy: PayerPolicy): Funded {
  const { right, transaction, sell, mode } = facts
  refuseUnless(
    sell !== null && sell.mode === mode && transaction.type === 'sell',
    'right_mismatch',
    'its right is not that of its sell',
  )
  refuseUnless(
    right.bank_code === sell.bank_code && right.account_number === sell.account_number,
    'right_mismatch',
    'the sell is to be paid to another account',
  )
  refuseUnless(
    transaction.status === 'paying_out',
    'status_forbids',
    `its transaction is ${transaction.status}`,
  )
  const { source, tokensMinor, arrived } = judgeTokens(facts, policy)
  const amountMinor = BigInt(right.amount_minor)
  const asked = BigInt(transaction.amount_minor)
  refuseUnless(
    tokensMinor === asked || (tokensMinor < asked && transaction.is_short),
    'not_funded',
    `${tokensMinor} came for it, and it is of ${asked}`,
  )
  refuseUnless(
    amountMinor > 0n && amountMinor === tokensMinor - BigInt(sell.fee_minor),
    'right_mismatch',
    `the right is to ${amountMinor}, and the tokens are worth ${tokensMinor} with a fee of ${sell.fee_minor}`,
  )
  return { source, arrived, taken: `NGNC ${tokensMinor}` }
}
