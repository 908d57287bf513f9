/** Paystack pays nobody who was not registered before. The same account again is the same recipient. */
export type Recipient = Readonly<{
  seq: number
  /** RCP_… */
  code: string
  /** The account of ours under whose key it was registered. */
  account: string
  bank: string
  bankCode: string
  bankName: string
  number: string
  /** As the merchant gave it; nobody checks it. */
  name: string
  createdAt: number
}>
