import type { BankPace, PayPage, PayProgress } from '../../../records/pay-links/pay-page-store.ts'
import type { ReturnAccount } from '../../../records/pay-links/return-account-store.ts'
import type { ShownLook } from './pay-page-look.ts'
import type { ReturnAnswer } from './return-account.ts'

/** A page, and the data to show it at the time `now`. */
export type ShownPage = Readonly<{
  page: PayPage
  token: string
  now: Date
  /** A public page that shows the transfer on its network. */
  explorerUrl: string | null
  progress?: PayProgress | undefined
  /** The payer says that it was sent. */
  sent?: SentPanel | undefined
  /** The number of the receipt, and the address at which anyone can verify it. */
  receipt?: Readonly<{ number: string; verifyUrl: string }> | undefined
  /** Where the payment goes if it goes back, and the outcome of the account that the visitor named just now. */
  returnTo?: Readonly<{ account: ReturnAccount; answer: ReturnAnswer | undefined }> | undefined
  look?: ShownLook | undefined
  /** On a page that its business looks at and nobody pays: a style that chooses light or dark. Such a page asks for no status. */
  preview?: string
}>

/** What a payer said who has sent the money. Both are in the address of the page, so that it works without scripts and after a reload. */
export type SentPanel = Readonly<{
  at: Date
  /** Key of the bank that it was sent from; undefined if not chosen. */
  bankCode: string | undefined
  /** How long this bank usually takes; undefined if we saw too few payments. */
  pace: BankPace | undefined
}>
