import { isEntry } from '../../money/is-entry.ts'
import type { SourceShare } from '../journal/payer-record.ts'
import type { PayerPolicy } from '../policy/payer-policy.ts'
import { refusePayoutUnless } from '../refused-payout.ts'
import type { DepositFacts, PayoutFacts } from './payout-facts.ts'

type Source = Readonly<{ source: readonly SourceShare[]; tokensMinor: bigint }>

/** The tokens behind a payout: what arrived at its own address, or what was taken from the balance when it was accepted. */
export function judgeSource(facts: PayoutFacts, policy: PayerPolicy): Source {
  const { sell, deposits } = facts
  if (sell?.network === null) return judgeTaken(facts)
  const source = deposits.map((deposit) => judgeDeposit(deposit, facts, policy))
  return { source, tokensMinor: source.reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), 0n) }
}

function judgeDeposit(deposit: DepositFacts, facts: PayoutFacts, policy: PayerPolicy): SourceShare {
  const { mode, sell, right } = facts
  const { network, minor, held_minor } = deposit
  const transactionId = right?.transaction_id ?? null
  refusePayoutUnless(
    deposit.mode === mode && network === sell?.network && deposit.address_of === transactionId,
    'not_funded',
    'tokens came to another address or on another network than those of the sell',
  )
  refusePayoutUnless(
    policy.tokenOf(mode, network) === deposit.token.toLowerCase(),
    'not_funded',
    'another token came than the one that the policy names',
  )
  const rest = BigInt(minor) - BigInt(held_minor)
  const isBooked = isEntry(deposit.entry, { mode, transactionId }, [
    `deposit:${network} / held:${transactionId} NGNC ${held_minor}`,
    ...(rest > 0n ? [`deposit:${network} / suspense: NGNC ${rest}`] : []),
  ])
  refusePayoutUnless(
    ['funded', 'over', 'late'].includes(deposit.outcome) && rest >= 0n && isBooked,
    'not_funded',
    'the ledger does not have the tokens that came',
  )
  return {
    name: `${mode}|${network}|${deposit.tx_hash.toLowerCase()}#${deposit.log_index}`,
    amount_minor: held_minor,
    gross_minor: minor,
  }
}

/** A balance has no name outside: what was taken of it is known by the sell, which is one for ever. */
function judgeTaken({ mode, right, transaction, taken, deposits }: PayoutFacts): Source {
  const amount = transaction?.amount_minor ?? '0'
  const transactionId = right?.transaction_id ?? null
  refusePayoutUnless(
    deposits.length === 0 &&
      isEntry(taken, { mode, transactionId }, [
        `business:${transaction?.business_id} / held:${transactionId} NGNC ${amount}`,
      ]),
    'not_funded',
    'the ledger does not have what was taken from the balance',
  )
  const name = `${mode}|balance|${transaction?.business_id}|${transaction?.reference}`
  return {
    source: [{ name, amount_minor: amount, gross_minor: amount }],
    tokensMinor: BigInt(amount),
  }
}
