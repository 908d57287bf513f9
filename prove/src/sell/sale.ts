import type { NetworkName } from '@afara/server/kernel/networks.ts'
import type { Shop } from '../buy/purchase.ts'

/** How the seller behaves. How each may end is in `allowed-sale-ends.ts`. */
export type SaleConduct =
  | 'from_balance'
  | 'deposits'
  | 'tops_up'
  | 'tops_up_too_much'
  | 'sends_too_much'
  | 'sends_again'
  | 'sends_part'
  | 'sends_late'
  | 'wrong_network'
  | 'never_sends'

/** What one customer sells. Everything the judges need is known before anything is asked. */
export type Sale = Readonly<{
  reference: string
  shop: Shop
  amountMinor: bigint
  /** An account of its own, so that the bank itself says whose naira it is. */
  payee: Readonly<{ bank: string; number: string }>
  /** Where the tokens come from; null: from the balance of the business. */
  network: NetworkName | null
  conduct: SaleConduct
  /** What the bank does wrong with this one alone. */
  fault: SaleFault | null
}>

/** Faults after which a sell may end otherwise, or only with the help of people. They are set for one payee at a time. */
export const saleFaults = ['name_not_found', 'name_other', 'success_then_reversed', 'otp_demanded'] as const
export type SaleFault = (typeof saleFaults)[number]
