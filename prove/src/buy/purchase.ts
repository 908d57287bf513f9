import type { NetworkName } from '@afara/server/kernel/networks.ts'

/** A business whose customers buy. */
export type Shop = Readonly<{
  uuid: string
  businessId: string
  linkTag: string
  key: string
  /** The account that is told to this business alone. */
  ownAccount: string
  feeBps: bigint
}>

export type Payer = Readonly<{ account_number: string; name: string; bank: string }>

/** How its payer behaves. How each may end is in `allowed-ends.ts`. */
export type Conduct =
  | 'pays'
  | 'pays_oddly'
  | 'recalled'
  | 'underpays'
  | 'overpays'
  | 'splits'
  | 'stranger_pays'
  | 'never_pays'

/** What one customer wants. Everything the judges need is known before anything is asked. */
export type Purchase = Readonly<{
  reference: string
  shop: Shop
  /** Where its payer pays. */
  account: string
  amountMinor: bigint
  payer: Payer
  /** Its own address, so that the chain itself says whose tokens they are; null: to the balance of the business. */
  wallet: Readonly<{ network: NetworkName; address: string }> | null
  conduct: Conduct
  /** What goes wrong with the payment. */
  faults: ReadonlyArray<string | Readonly<{ fault: string; seconds: number }>>
}>

/** The fee is inside the amount and rounded up to a kobo. */
export function feeOf({ amountMinor, shop }: Pick<Purchase, 'amountMinor' | 'shop'>): bigint {
  return (amountMinor * shop.feeBps + 9_999n) / 10_000n
}

export function naira(minor: bigint): string {
  return `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
}

/** The names of what goes wrong with its payment. */
export function faultsOf({ faults }: Pick<Purchase, 'faults'>): string[] {
  return faults.map((fault) => (typeof fault === 'string' ? fault : fault.fault))
}
