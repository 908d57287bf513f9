import { seedAccounts, seedPayoutAccounts, seedPayoutFunds } from '@afara/server/entry/admin/seed-data.ts'
import { formatMoney } from '@afara/server/kernel/money/money.ts'
import type { BankAccount, BankPayoutAccount } from './bank-simulator.ts'

/** Returns the seed's test accounts for the simulated bank: at each vendor one, and at three vendors a pool for numbers. */
export function simulatedAccounts(): BankAccount[] {
  return seedAccounts.flatMap(({ mode, name, accountNumber, feed, isPool = false }) =>
    mode === 'test' && feed !== undefined
      ? [{ number: accountNumber, name, vendor: feed, is_pool: isPool }]
      : [],
  )
}

type SeedPayoutAccount = (typeof seedPayoutAccounts)[number]

/** Returns the seed's payout accounts for the simulated bank, with their funds in the ledger. Without an api, no notifications are sent. */
export function simulatedPayoutAccounts(apiUrl?: string): BankPayoutAccount[] {
  return seedPayoutAccounts.map(({ accountNumber, vendor, name }) => ({
    number: accountNumber,
    vendor,
    name,
    funds: formatMoney(seedPayoutFunds),
    ...(apiUrl !== undefined && { url: `${apiUrl}/hooks/v1/test/${vendor}/payouts` }),
  }))
}

/** Returns credentials that are valid only in the simulator. */
export function payoutSecretsOf({ vendor, accountNumber }: SeedPayoutAccount, bankUrl: string): object {
  const base_url = `${bankUrl}/${vendor}`
  if (vendor === 'paystack') return { vendor, base_url, secret_key: `sk_test_payouts_${accountNumber}` }
  return {
    vendor,
    base_url,
    api_key: `MK_TEST_PAYOUTS_${accountNumber}`,
    secret_key: `simulated_payouts_secret_${accountNumber}`,
    source_account_number: accountNumber,
  }
}
