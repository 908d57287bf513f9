import type { Vendor } from '../vendor.ts'

/** One of our accounts. Its number is its id, which is unique only in this simulator. */
export type Account = Readonly<{
  number: string
  vendor: Vendor
  name: string
  /** The merchant's name for the account. Monnify lists transactions by this name. */
  reference: string
  bankCode: string
  bankName: string
  opening: bigint
  /** Retired: the vendor was asked to close it. Money that is sent there still arrives. */
  status: 'active' | 'retired'
  /** What is paid to numbers for one payment arrives here. */
  isPool?: boolean
  /** Our account to which the vendor sends what it collected here, if it settles later. */
  settlesTo?: string
  /** Set for a payout account, which receives no payments. */
  payouts?: PayoutSetting
}>

/** Payouts are a separate integration, with their own notifications and with keys that are valid for no other account. */
export type PayoutSetting = Readonly<{
  /** Monnify's api key; Paystack has none. */
  keyId: string
  secret: string
  /** Without it, no notifications are sent. */
  url?: string
  /** The vendor asks this address before it pays. Without it, the vendor pays without a question. */
  approvalUrl?: string
  /** How long an order is pending without faults. 0: the answer to the order already reports success. */
  settlesInSeconds: number
  /** The vendor refuses orders. */
  isFrozen: boolean
}>

export type PayoutAccount = Account & Readonly<{ payouts: PayoutSetting }>

export function isForPayouts(account: Account): account is PayoutAccount {
  return account.payouts !== undefined
}
