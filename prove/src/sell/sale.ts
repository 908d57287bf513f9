import type { NetworkName } from '@afara/server/kernel/networks.ts'
import type { Shop } from '../buy/purchase.ts'

/** Conduct of the seller. `allowed-sale-ends.ts` lists the allowed ends of each. */
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

/** The sale of one customer. Everything that the judges need is known before the first request. */
export type Sale = Readonly<{
  reference: string
  shop: Shop
  amountMinor: bigint
  /** The sale's own account, so that the bank shows whose naira it is. */
  payee: Readonly<{ bank: string; number: string }>
  /** Network of the deposited tokens. If null, they come from the balance of the business. */
  network: NetworkName | null
  conduct: SaleConduct
  /** Fault that the bank makes with this sale alone. */
  fault: SaleFault | null
}>

/** Faults after which a sell may end differently, or only with an operator's help. Each is set for one payee at a time. */
export const saleFaults = ['name_not_found', 'name_other', 'success_then_reversed', 'otp_demanded'] as const
export type SaleFault = (typeof saleFaults)[number]
