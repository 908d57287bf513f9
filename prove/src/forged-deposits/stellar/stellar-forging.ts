import type { Asset } from '@stellar/stellar-sdk'
import type { ForgingAccounts } from './forging-accounts.ts'

/** Tools for forgeries on Stellar. */
export type StellarForging = Readonly<{
  accounts: ForgingAccounts
  asset: Asset
  /** Assets with our code by other issuers. The shared account of sells can hold `otherIssuer` but not `unheld`. */
  otherIssuer: Asset
  unheld: Asset
  /** Asset of our issuer with another code. */
  otherCode: Asset
  /** An account that belongs to none of the parties. */
  stranger: string
  units(minor: bigint): bigint
}>
