import type { BankAccount } from '@afara/stack/simulators/bank-simulator.ts'

/**
 * The seed's accounts that every business may use. Providus has no list, so a credit that it does not notify appears only in a statement.
 */
export const sharedAccounts = [
  { number: '0000000001', vendor: 'monnify', hasList: true },
  { number: '0000000002', vendor: 'providus', hasList: false },
] as const

/** Accounts of one shop each. */
export const ownAccounts = [
  { number: '0000000003', vendor: 'paystack' },
  { number: '0000000021', vendor: 'monnify' },
  { number: '0000000022', vendor: 'paystack' },
] as const

export const bankAccounts: readonly BankAccount[] = [...sharedAccounts, ...ownAccounts].map(
  ({ number, vendor }) => ({ number, vendor, name: `TEST Afara ${number}` }),
)

/** NIP codes of the payers' bank, and of the bank of the stranger who pays for others. */
export const GTBANK = '000013'
export const UBA = '000004'
