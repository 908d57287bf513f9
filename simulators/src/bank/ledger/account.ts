import type { Vendor } from '../vendor.ts'

/** An account of ours that payers pay into. Its number is its id: unique in this simulator, not in the world. */
export type Account = Readonly<{
  number: string
  vendor: Vendor
  name: string
  /** What the merchant called it when it was made; Monnify lists transactions by it. */
  reference: string
  bankCode: string
  bankName: string
  opening: bigint
  /** Retired: the vendor was told to close it. Money that is sent there arrives all the same. */
  status: 'active' | 'retired'
}>
