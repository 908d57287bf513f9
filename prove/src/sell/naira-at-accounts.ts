import type { TruePayout } from '@afara/stack/simulators/payout-truth.ts'
import type { RecordedAccount } from './read-accounts.ts'

/**
 * Returns the balance of each payout account, according to the bank and according to the ledger. Outgoing payouts in the ledger may or may
 * not have left the account yet.
 */
export function nairaAtAccounts(
  accounts: readonly RecordedAccount[],
  payouts: readonly TruePayout[],
  balances: ReadonlyMap<string, bigint>,
): ReadonlyArray<readonly [string, bigint, bigint]> {
  const byReference = new Map(payouts.map((payout) => [payout.reference, payout]))
  return accounts.map(({ number, booksMinor, onItsWay }) => {
    const still = [...onItsWay].reduce((total, [reference, minor]) => {
      const { debitedMinor = 0n, returnedMinor = 0n } = byReference.get(reference) ?? {}
      return total + minor - debitedMinor + returnedMinor
    }, 0n)
    return [
      `naira at ${number}, according to the bank and to the ledger`,
      balances.get(number) ?? 0n,
      booksMinor + still,
    ] as const
  })
}

/** Sums what beneficiaries received from payouts that are no longer pending. */
export function arrivedForGood(accounts: readonly RecordedAccount[], payouts: readonly TruePayout[]): bigint {
  const onItsWay = new Set(accounts.flatMap((account) => [...account.onItsWay.keys()]))
  return payouts
    .filter(({ reference }) => !onItsWay.has(reference))
    .reduce((total, { arrivedMinor }) => total + arrivedMinor.reduce((sum, minor) => sum + minor, 0n), 0n)
}
