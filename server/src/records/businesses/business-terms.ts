import { formatMoney, money } from '../../kernel/money/money.ts'
import type { FeePlan } from '../fees/fee.ts'

/** Terms agreed with a business, for one mode. Amounts are in kobo. */
export type BusinessTerms = Readonly<{
  mayHoldBalance: boolean
  feePlan: FeePlan
  /** Receives the tokens of a buy that names no wallet. */
  defaultWallet: Readonly<{ network: string; address: string }> | null
  /** Maximum that the business may move in a day. Null: no limit. */
  dailyLimitMinor: bigint | null
}>

/** All terms, including the limits that only clearing checks. Null: no limit. */
export type AgreedTerms = BusinessTerms &
  Readonly<{
    /** Maximum of all buys within an hour. */
    velocityHourMinor: bigint | null
    /** Maximum of all buys to one wallet within a day. */
    velocityWalletDayMinor: bigint | null
    /** By how much a payment may differ from the requested amount. At most 0.5 ‰ of the amount counts. */
    toleranceMinor: bigint
    /** Whether it may have standing account numbers for its customers. */
    mayNumberCustomers: boolean
  }>

/** Columns of business_mode that hold the terms, with the types that the PostgreSQL driver returns. */
export type TermsRow = Readonly<{
  mayHoldBalance: boolean
  feeFlatMinor: string
  feeBps: number
  feeCapMinor: string | null
  defaultNetwork: string | null
  defaultWalletAddress: string | null
  dailyLimitMinor: string | null
}>

export function readTerms(row: TermsRow): BusinessTerms {
  return {
    mayHoldBalance: row.mayHoldBalance,
    feePlan: {
      flatMinor: BigInt(row.feeFlatMinor),
      bps: row.feeBps,
      capMinor: row.feeCapMinor === null ? null : BigInt(row.feeCapMinor),
    },
    defaultWallet:
      row.defaultNetwork === null || row.defaultWalletAddress === null
        ? null
        : { network: row.defaultNetwork, address: row.defaultWalletAddress },
    dailyLimitMinor: row.dailyLimitMinor === null ? null : BigInt(row.dailyLimitMinor),
  }
}

/** Formats the terms for operators: amounts in naira, "none" without a limit. */
export function printTerms(terms: AgreedTerms): Readonly<Record<string, string>> {
  const naira = (minor: bigint | null) => (minor === null ? 'none' : formatMoney(money('NGN', minor)))
  const { feePlan, defaultWallet } = terms
  return {
    holdBalance: terms.mayHoldBalance ? 'on' : 'off',
    feeFlat: naira(feePlan.flatMinor),
    feeBps: String(feePlan.bps),
    feeCap: naira(feePlan.capMinor),
    defaultWallet: defaultWallet === null ? 'none' : `${defaultWallet.network} ${defaultWallet.address}`,
    dailyLimit: naira(terms.dailyLimitMinor),
    velocityHour: naira(terms.velocityHourMinor),
    velocityWalletDay: naira(terms.velocityWalletDayMinor),
    tolerance: naira(terms.toleranceMinor),
    customerNumbers: terms.mayNumberCustomers ? 'on' : 'off',
  }
}
