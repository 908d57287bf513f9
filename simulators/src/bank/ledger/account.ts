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
  /** Set: payers pay nothing in here, we pay out of it. */
  payouts?: PayoutSetting
}>

/** Payouts are an integration of their own, with keys that open no other account and notifications of their own. */
export type PayoutSetting = Readonly<{
  /** Monnify's api key; Paystack has none. */
  keyId: string
  secret: string
  /** Unset: nothing is notified. */
  url?: string
  /** How long an order is pending when nothing is wrong. 0: the answer to the order says that it is done. */
  settlesInSeconds: number
  /** The vendor takes no order. */
  isFrozen: boolean
}>

export type PayoutAccount = Account & Readonly<{ payouts: PayoutSetting }>

export function isForPayouts(account: Account): account is PayoutAccount {
  return account.payouts !== undefined
}
