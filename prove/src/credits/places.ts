import type { BankAccount, BankVendor } from '@afara/stack/simulators/bank-simulator.ts'

/** One of our accounts in this proof. */
export type Place = Readonly<{ number: string; vendor: BankVendor; hasFeed: boolean }>

/** One account at each vendor, and one that only statements report: payments into it are not notified. */
export const places: readonly Place[] = [
  { number: '0000000001', vendor: 'monnify', hasFeed: true },
  { number: '0000000002', vendor: 'providus', hasFeed: true },
  { number: '0000000003', vendor: 'paystack', hasFeed: true },
  { number: '0000000004', vendor: 'providus', hasFeed: false },
]

export const bankAccounts: readonly BankAccount[] = places.map(({ number, vendor }) => ({
  number,
  vendor,
  name: `TEST Afara ${number}`,
}))
