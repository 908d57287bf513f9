import type { AccountPolicy, PayerPolicy } from './policy/payer-policy.ts'
import { type BankDirectory, createBankDirectory } from './rails/bank-directory.ts'
import type { BankRail } from './rails/bank-rail.ts'

/** One account that may pay: what the policy allows it, and how its vendor is asked. */
export type PayoutAccount = Readonly<{ policy: AccountPolicy; rail: BankRail; directory: BankDirectory }>

export type PayoutAccounts = ReadonlyMap<string, PayoutAccount>

export function createPayoutAccounts(
  policy: PayerPolicy,
  rails: ReadonlyMap<string, BankRail>,
  nowMs: () => number,
): PayoutAccounts {
  return new Map(
    policy.accounts.map((account) => {
      const rail = rails.get(account.account)
      if (rail === undefined || rail.vendor !== account.vendor)
        throw new Error(`there are no credentials of ${account.account} at ${account.vendor}`)
      return [account.account, { policy: account, rail, directory: createBankDirectory(rail, nowMs) }]
    }),
  )
}
