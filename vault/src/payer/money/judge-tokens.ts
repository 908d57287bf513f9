import { isEntry } from '../../shared/money/facts.ts'
import { refuseUnless } from '../answers.ts'
import type { SourceShare } from '../journal/payer-record.ts'
import type { PayerPolicy } from '../policy/payer-policy.ts'
import { type ArrivedTokens, judgeDeposit } from './judge-deposit.ts'
import type { PayoutFacts } from './payout-facts.ts'

type Tokens = Readonly<{
  source: readonly SourceShare[]
  tokensMinor: bigint
  /** What of it a chain would show. */
  arrived: readonly ArrivedTokens[]
}>

/** The tokens behind a payout: what arrived at its own address, or what was taken from the balance when it was accepted. */
export function judgeTokens(facts: PayoutFacts, policy: PayerPolicy): Tokens {
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

/** A balance has no name outside: what was taken of it is known by the sell, which is one for ever. */
function judgeTaken({ mode, right, transaction, taken, deposits }: PayoutFacts): Tokens {
  const amount = transaction?.amount_minor ?? '0'
  const transactionId = right?.transaction_id ?? null
  refuseUnless(
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
    arrived: [],
  }
}
