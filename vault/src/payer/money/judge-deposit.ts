import { isEntry } from '../../shared/money/facts.ts'
import { refuseUnless } from '../answers.ts'
import type { Arrived } from '../chains/token-family.ts'
import type { SourceShare } from '../journal/payer-record.ts'
import type { PayerPolicy, TokenPolicy } from '../policy/payer-policy.ts'
import type { DepositFacts, PayoutFacts } from './payout-facts.ts'

/** A transfer that the record says to have come for a sell, as a chain would show it. */
export type ArrivedTokens = Arrived & Readonly<{ token: TokenPolicy }>

/**
 * Tokens that came for a sell, by the record's word and by ours: the address is worked out here, so that nobody can have it say that tokens
 * came to us which came to a wallet of theirs.
 */
export function judgeDeposit(
  deposit: DepositFacts,
  facts: PayoutFacts,
  policy: PayerPolicy,
): Readonly<{ share: SourceShare; arrived: ArrivedTokens }> {
  const { mode, sell, right } = facts
  const { network, minor, held_minor } = deposit
  const transactionId = right?.transaction_id ?? null
  refuseUnless(
    deposit.mode === mode && network === sell?.network && deposit.address_of === transactionId,
    'not_funded',
    'tokens came to another address or on another network than those of the sell',
  )
  const token = policy.tokenOf(mode, network)
  refuseUnless(
    token !== undefined && token.chain.token === token.family.spell(deposit.token),
    'not_funded',
    'another token came than the one that the policy names',
  )
  const address = token.family.spell(deposit.address)
  refuseUnless(
    ownAddresses(facts, token).includes(address),
    'not_funded',
    'tokens came to an address that is not the one that follows from the sell',
  )
  const rest = BigInt(minor) - BigInt(held_minor)
  const isBooked = isEntry(deposit.entry, { mode, transactionId }, [
    `deposit:${network} / held:${transactionId} NGNC ${held_minor}`,
    ...(rest > 0n ? [`deposit:${network} / suspense: NGNC ${rest}`] : []),
  ])
  refuseUnless(
    ['funded', 'over', 'late'].includes(deposit.outcome) && rest >= 0n && isBooked,
    'not_funded',
    'the ledger does not have the tokens that came',
  )
  const txHash = token.chain.spellHash(deposit.tx_hash)
  const name = `${mode}|${network}|${txHash}#${deposit.log_index}`
  return {
    share: { name, amount_minor: held_minor, gross_minor: minor },
    arrived: { token, txHash, logIndex: deposit.log_index, address, minor: BigInt(minor) },
  }
}

function ownAddresses({ mode, right, transaction }: PayoutFacts, { chain }: TokenPolicy): readonly string[] {
  if (right === null || transaction === null) return []
  return chain.depositAddresses({
    transactionId: right.transaction_id,
    businessId: transaction.business_id,
    mode,
    reference: transaction.reference,
  })
}
