import type { NetworkName } from '@afara/server/kernel/networks.ts'

/** A business whose customers buy. */
export type Shop = Readonly<{
  uuid: string
  businessId: string
  linkTag: string
  key: string
  /** The collection account of this business alone. */
  ownAccount: string
  feeBps: bigint
}>

export type Payer = Readonly<{ account_number: string; name: string; bank: string }>

/** Conduct of a purchase's payer. `allowed-ends.ts` lists the allowed ends of each. */
export type Conduct =
  | 'pays'
  | 'pays_oddly'
  | 'recalled'
  | 'underpays'
  | 'overpays'
  | 'splits'
  | 'stranger_pays'
  | 'never_pays'

/** The purchase of one customer. Everything that the judges need is known before the first request. */
export type Purchase = Readonly<{
  reference: string
  shop: Shop
  /** The account that its payer pays into. */
  account: string
  amountMinor: bigint
  payer: Payer
  /** The purchase's own address, so that the chain shows whose tokens they are. If null, the tokens go to the balance of the business. */
  wallet: Readonly<{ network: NetworkName; address: string }> | null
  conduct: Conduct
  /** Faults of the payment. */
  faults: ReadonlyArray<string | Readonly<{ fault: string; seconds: number }>>
}>

/** Returns the fee, which is included in the amount and rounded up to a kobo. */
export function feeOf({ amountMinor, shop }: Pick<Purchase, 'amountMinor' | 'shop'>): bigint {
  return (amountMinor * shop.feeBps + 9_999n) / 10_000n
}

export function naira(minor: bigint): string {
  return `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
}

/** Returns the names of the payment's faults. */
export function faultsOf({ faults }: Pick<Purchase, 'faults'>): string[] {
  return faults.map((fault) => (typeof fault === 'string' ? fault : fault.fault))
}
