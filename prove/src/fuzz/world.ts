export type Vendor = Readonly<{ name: string; number: string; bank: string }>

/** A business in one mode, with a key of every scope and no rate limit. */
export type Party = Readonly<{
  businessId: string
  linkTag: string
  mode: 'live' | 'test'
  key: string
  /** Accounts that its payers may pay into. */
  vendors: readonly Vendor[]
  /** Whether a buy without a wallet is credited to its balance, and a sell without one is debited from it. */
  holdsBalance: boolean
  /** Amounts in kobo, and basis points of the amount. */
  feePlan: Readonly<{ flatMinor: bigint; bps: bigint; capMinor: bigint | null }>
  /** Receives the tokens of a buy that names no wallet. */
  defaultWallet: Readonly<{ network: string; address: string }> | null
}>

/** Keys that are refused, each for one reason. */
export type PoorKeys = Readonly<{
  unknown: string
  mistyped: string
  wrongCell: string
  revoked: string
  expired: string
  /** Restricted to IP addresses that no caller here uses. */
  elsewhere: string
  suspended: string
  readOnly: string
  withoutPayouts: string
}>

/** Existing records that requests can name. */
export type World = Readonly<{
  parties: readonly Party[]
  /** Refused keys. Those of an existing business belong to the first party. */
  poorKeys: PoorKeys
  /** One of our accounts that should receive no more payments. */
  frozenVendor: Vendor
  /** Names and codes that each lead to one bank, and names that lead to several. */
  banks: readonly string[]
  ambiguousBanks: readonly string[]
  /** Drills of the first party. */
  drills: readonly string[]
  /** Buys of the first party. */
  buys: readonly string[]
  /** Pay links of the first party. */
  payLinks: readonly string[]
  /** Batches of payouts of the first party. */
  batches: readonly string[]
  /** Permanent webhook endpoints of the first party, and one that may be removed. */
  endpoints: readonly string[]
  doomedEndpoint: string
  /** The party whose clock is moved and whose transactions are reset, so that no other party is affected. */
  playground: Party
}>
