import type { Payer } from '../ledger/line.ts'

/** The payment that a payer is expected to make. */
export type PaymentOrder = Readonly<{
  account: string
  /** The number that the payer pays to, if it was issued for one payment. */
  number?: string
  gross: bigint
  /** If missing, a payer is drawn from the seed. */
  payer?: Payer
  /** Text that the payer types into the narration. */
  remark: string
}>
