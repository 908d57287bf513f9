import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { askWithin, type NameEnquiry } from '../../movements/payouts/name-enquiry.ts'
import type { Bank } from '../../records/banks/bank-directory.ts'
import { compareNames } from '../../records/names/compare-names.ts'
import { keepReturnAccount, takeReturnAccount } from '../../records/pay-links/return-account-store.ts'

type Deps = Readonly<{ pool: Pool; clock: Clock; nameEnquiry: NameEnquiry }>

/** What a visitor is told. Nothing about the holder of the account or the payer. */
export const returnOutcomes = ['match', 'differs', 'no_answer', 'limited', 'closed'] as const
export type ReturnOutcome = (typeof returnOutcomes)[number]

const ENQUIRY_TIMEOUT_MS = 8_000

/**
 * A visitor of a pay page names the account to which a payment goes back, because the bank hides the number that it came from. The account
 * counts if its bank says that its holder has the payer's name, as the bank's record of the payment has it, and stays then. Every try is
 * recorded before the bank is asked. The payer process compares the names again before it pays.
 */
export async function nameReturnAccount(
  { pool, clock, nameEnquiry }: Deps,
  token: string,
  bank: Bank,
  accountNumber: string,
): Promise<ReturnOutcome> {
  const tryId = newId()
  const account = { bankCode: bank.key, accountNumber }
  const { outcome, names, mode } = await takeReturnAccount(pool, token, tryId, account, clock.now())
  if (outcome !== 'ask') return outcome
  const answer = await askWithin(nameEnquiry, { ...account, mode }, ENQUIRY_TIMEOUT_MS)
  if (answer === undefined) return 'no_answer'
  if (answer.outcome !== 'found') return 'differs'
  const { accountName } = answer
  if (!names.every((name) => compareNames(name, accountName) === 'match')) return 'differs'
  const isKept = await keepReturnAccount(
    pool,
    tryId,
    { bankName: bank.name, accountName, names },
    clock.now(),
  )
  return isKept ? 'match' : 'closed'
}
