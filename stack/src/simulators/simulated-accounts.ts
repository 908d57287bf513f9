import { seedAccounts } from '@afara/server/entry/admin/seed-data.ts'
import type { BankAccount } from './bank-simulator.ts'

/** The seed's test accounts as the simulated bank holds them: one at each vendor, so that all three can be tried. */
export function simulatedAccounts(): BankAccount[] {
  return seedAccounts.flatMap(({ mode, name, accountNumber, feed }) =>
    mode === 'test' && feed !== undefined ? [{ number: accountNumber, name, vendor: feed }] : [],
  )
}
