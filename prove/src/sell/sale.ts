import type { NetworkName } from '@afara/server/kernel/networks.ts'
import type { Shop } from '../buy/purchase.ts'

/** How whoever sells behaves. Only the first four can expect naira without anybody's help. */
export type SaleConduct =
  | 'from_balance'
  | 'deposits'
  | 'tops_up'
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
}>

/** Whose tokens are all there, so that naira is due. */
export function isPaidFor({ conduct }: Sale): boolean {
  return !['sends_part', 'sends_late', 'wrong_network', 'never_sends'].includes(conduct)
}
