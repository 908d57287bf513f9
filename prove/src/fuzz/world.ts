export type Vendor = Readonly<{ name: string; number: string; bank: string }>

/** A business in one mode, with a key that may do everything and call as often as it likes. */
export type Party = Readonly<{
  businessId: string
  linkTag: string
  mode: 'live' | 'test'
  key: string
  /** Accounts that its buyers may pay into. */
  vendors: readonly Vendor[]
  /** Whether a buy without a wallet goes to its balance, and a sell without one comes from it. */
  holdsBalance: boolean
  /** In kobo; basis points of the amount. */
  feePlan: Readonly<{ flatMinor: bigint; bps: bigint; capMinor: bigint | null }>
  /** Where the tokens of a buy go that names no wallet. */
  defaultWallet: Readonly<{ network: string; address: string }> | null
}>

/** Keys that are refused, each for one reason. */
export type PoorKeys = Readonly<{
  unknown: string
  mistyped: string
  wrongCell: string
  revoked: string
  expired: string
  /** Bound to a network that nobody here calls from. */
  elsewhere: string
  suspended: string
  readOnly: string
  withoutPayouts: string
}>

/** What the service really has, for requests to name. */
export type World = Readonly<{
  parties: readonly Party[]
  /** The first party's business, for keys that are the business's own and still refused. */
  poorKeys: PoorKeys
  /** An account of ours that nobody should pay into any more. */
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
  /** Webhook endpoints of the first party that stay, and one that may be removed. */
  endpoints: readonly string[]
  doomedEndpoint: string
  /** Whose clock is moved and whose transactions are reset, so that nobody else's are. */
  playground: Party
}>
