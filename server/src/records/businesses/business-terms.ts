import { formatMoney, money } from '../../kernel/money/money.ts'
import type { FeePlan } from '../fees/fee.ts'

/** What was agreed with a business, for one mode. Amounts are in kobo. */
export type BusinessTerms = Readonly<{
  mayHoldBalance: boolean
  feePlan: FeePlan
  /** Where the tokens of a buy go that names no wallet. */
  defaultWallet: Readonly<{ network: string; address: string }> | null
  /** The most it may move in a day; null is without limit. */
  dailyLimitMinor: bigint | null
}>

/** With what only clearing asks: how fast it may buy. Each is null where it is without limit. */
export type AgreedTerms = BusinessTerms &
  Readonly<{
    /** Of all its buys, within an hour. */
    velocityHourMinor: bigint | null
    /** Of its buys for one wallet, within a day. */
    velocityWalletDayMinor: bigint | null
  }>

/** The columns of business_mode that hold the terms, as PostgreSQL's driver gives them. */
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

/** For people: amounts in naira, "none" where there is no bound. */
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
  }
}
