/** Paystack pays only registered recipients. Registering the same account again returns the same recipient. */
export type Recipient = Readonly<{
  seq: number
  /** RCP_… */
  code: string
  /** Our account whose key registered it. */
  account: string
  bank: string
  bankCode: string
  bankName: string
  number: string
  /** The name from the merchant, which is not checked. */
  name: string
  createdAt: number
}>
