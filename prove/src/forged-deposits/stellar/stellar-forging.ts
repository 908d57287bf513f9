import type { Asset } from '@stellar/stellar-sdk'
import type { ForgingAccounts } from './forging-accounts.ts'

/** What forgeries on Stellar are made with. */
export type StellarForging = Readonly<{
  accounts: ForgingAccounts
  asset: Asset
  /** Of the same code, by another issuer; the account that sells share can hold the first, and not the second. */
  otherIssuer: Asset
  unheld: Asset
  /** Of our issuer, under another code. */
  otherCode: Asset
  /** Nobody's here. */
  stranger: string
  units(minor: bigint): bigint
}>
