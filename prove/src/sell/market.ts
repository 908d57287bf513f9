import type { Customers } from '../customers.ts'
import type { Sale } from './sale.ts'

/** Who sells what, and what they know. */
export type Market = Readonly<{
  sales: readonly Sale[]
  customers: Customers<Sale>
  /** The deposit address that each was told, by reference. */
  addresses: ReadonlyMap<string, string>
  /** Tokens that each business had in its balance at the beginning, by its link tag. */
  given: ReadonlyMap<string, bigint>
}>
