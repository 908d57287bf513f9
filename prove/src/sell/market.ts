import type { Customers } from '../customers.ts'
import type { Sale } from './sale.ts'

/** The sales, the customers and their knowledge. */
export type Market = Readonly<{
  sales: readonly Sale[]
  customers: Customers<Sale>
  /** Deposit address of each sale, by reference. */
  addresses: ReadonlyMap<string, string>
  /** Token balance of each business at the start, by link tag. */
  given: ReadonlyMap<string, bigint>
}>
