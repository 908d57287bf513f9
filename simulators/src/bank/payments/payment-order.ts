import type { Payer } from '../ledger/line.ts'

/** What a payer was asked to do. */
export type PaymentOrder = Readonly<{
  account: string
  gross: bigint
  /** Missing: some Nigerian, drawn from the seed. */
  payer?: Payer
  /** What the payer types into the narration. */
  remark: string
}>
