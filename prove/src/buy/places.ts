import type { BankAccount } from '@afara/stack/simulators/bank-simulator.ts'

/** The seed's accounts that every business may use. Providus has no list: what it does not notify only a statement tells. */
export const sharedAccounts = [
  { number: '0000000001', vendor: 'monnify', hasList: true },
  { number: '0000000002', vendor: 'providus', hasList: false },
] as const

/** Of one shop each. */
export const ownAccounts = [
  { number: '0000000003', vendor: 'paystack' },
  { number: '0000000021', vendor: 'monnify' },
  { number: '0000000022', vendor: 'paystack' },
] as const

export const bankAccounts: readonly BankAccount[] = [...sharedAccounts, ...ownAccounts].map(
  ({ number, vendor }) => ({ number, vendor, name: `TEST Afara ${number}` }),
)

/** The bank of everybody who pays, and that of the stranger who pays for others, by their NIP codes. */
export const GTBANK = '000013'
export const UBA = '000004'
