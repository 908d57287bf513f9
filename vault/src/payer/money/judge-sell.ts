import { isEntry } from '../../shared/money/facts.ts'
import { sayNaira, sayTokens } from '../../shared/money/say-amount.ts'
import { refuseUnless } from '../answers.ts'
import type { Arrived } from '../chains/token-family.ts'
import type { SourceShare } from '../journal/payer-record.ts'
import type { PayerPolicy, TokenPolicy } from '../payer-policy.ts'
import type { DepositFacts, OrderedFacts, PayoutFacts } from './payout-facts.ts'

export type FundedSource = Readonly<{
  source: readonly SourceShare[]
  /** The part that a chain shows. */
  arrived: readonly ArrivedTokens[]
  /** The amount and asset that the opening of the payout debits from the held balance. */
  heldMinor: bigint
  asset: 'NGN' | 'NGNC'
}>

type Tokens = Readonly<{
  source: readonly SourceShare[]
  tokensMinor: bigint
  /** The part that a chain shows. */
  arrived: readonly ArrivedTokens[]
}>

/** A transfer that is recorded for a sell, as a chain shows it. */
export type ArrivedTokens = Arrived & Readonly<{ token: TokenPolicy }>

/**
 * Judges the payout of a sell. The beneficiary is the account that the sell was accepted with, or the one that operators decided. The
 * amount is the value of the tokens less the fee.
 */
export function judgeSell(facts: OrderedFacts, policy: PayerPolicy): FundedSource {
  const { right, transaction, sell, mode } = facts
  refuseUnless(
    sell !== null && sell.mode === mode && transaction.type === 'sell',
    'right_mismatch',
    'the right of the payout is not for a sell in this mode',
  )
  const payee = sell.payee ?? sell
  refuseUnless(
    right.bank_code === payee.bank_code && right.account_number === payee.account_number,
    'right_mismatch',
    'the sell names another beneficiary account',
  )
  refuseUnless(
    transaction.status === 'paying_out',
    'status_forbids',
    `the transaction is ${transaction.status}, not paying_out`,
  )
  const { source, tokensMinor, arrived } = judgeTokens(facts, policy)
  const amountMinor = BigInt(right.amount_minor)
  const asked = BigInt(transaction.amount_minor)
  refuseUnless(
    tokensMinor === asked || (tokensMinor < asked && transaction.is_short),
    'not_funded',
    `${sayTokens(tokensMinor)} arrived for the sell, but its amount is ${sayTokens(asked)}`,
  )
  refuseUnless(
    amountMinor > 0n && amountMinor === tokensMinor - BigInt(sell.fee_minor),
    'right_mismatch',
    `the right is for ${sayNaira(amountMinor)}, but the tokens are worth ${sayNaira(tokensMinor)} with a fee of ${sayNaira(sell.fee_minor)}`,
  )
  return { source, arrived, heldMinor: tokensMinor, asset: 'NGNC' }
}

/** Returns the tokens behind a payout: the deposits at the sell's own address, or the debit from the balance when it was accepted. */
function judgeTokens(facts: PayoutFacts, policy: PayerPolicy): Tokens {
  const { sell, deposits } = facts
  if (sell?.network === null) return judgeTaken(facts)
  const judged = deposits.map((deposit) => judgeDeposit(deposit, facts, policy))
  const source = judged.map(({ share }) => share)
  return {
    source,
    tokensMinor: source.reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), 0n),
    arrived: judged.map(({ arrived }) => arrived),
  }
}

/** A balance has no external name, so its debit is named after the sell, whose reference is unique for ever. */
function judgeTaken({ mode, right, transaction, taken, deposits }: PayoutFacts): Tokens {
  const amount = transaction?.amount_minor ?? '0'
  const transactionId = right?.transaction_id ?? null
  refuseUnless(
    deposits.length === 0 &&
      isEntry(taken, { mode, transactionId }, [
        `business:${transaction?.business_id} / held:${transactionId} NGNC ${amount}`,
      ]),
    'not_funded',
    'the debit of the sell from the balance is not in the ledger',
  )
  const name = `${mode}|balance|${transaction?.business_id}|${transaction?.reference}`
  return {
    source: [{ name, amount_minor: amount, gross_minor: amount }],
    tokensMinor: BigInt(amount),
    arrived: [],
  }
}

/**
 * Judges tokens that arrived for a sell. The address is computed here, so that a manipulated database cannot present tokens in another
 * wallet as ours.
 */
function judgeDeposit(
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
    'a deposit arrived at another address or on another network than the sell names',
  )
  const token = policy.tokenOf(mode, network)
  refuseUnless(
    token !== undefined && token.chain.token === token.family.spell(deposit.token),
    'not_funded',
    'a deposit is in another token than the policy names',
  )
  const address = token.family.spell(deposit.address)
  refuseUnless(
    ownAddresses(facts, token).includes(address),
    'not_funded',
    'a deposit arrived at an address that is not derived from the sell',
  )
  const rest = BigInt(minor) - BigInt(held_minor)
  const isBooked = isEntry(deposit.entry, { mode, transactionId }, [
    `deposit:${network} / held:${transactionId} NGNC ${held_minor}`,
    ...(rest > 0n ? [`deposit:${network} / suspense: NGNC ${rest}`] : []),
  ])
  refuseUnless(
    ['funded', 'over', 'late'].includes(deposit.outcome) && rest >= 0n && isBooked,
    'not_funded',
    'a deposit of the sell is not in the ledger',
  )
  const txHash = token.chain.spellHash(deposit.tx_hash)
  const name = `${mode}|${network}|${txHash}#${deposit.log_index}`
  return {
    share: { name, amount_minor: held_minor, gross_minor: minor },
    arrived: { token, txHash, logIndex: deposit.log_index, address, minor: BigInt(minor) },
  }
}

function ownAddresses({ mode, right, transaction }: PayoutFacts, { chain }: TokenPolicy): readonly string[] {
  if (right === null || transaction === null || transaction.business_id === null) return []
  return chain.depositAddresses({
    transactionId: right.transaction_id,
    businessId: transaction.business_id,
    mode,
    reference: transaction.reference,
  })
}
