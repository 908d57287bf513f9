import type { PayPage } from '../../../records/pay-links/pay-page-store.ts'

/** A page, and what it takes to show it at a moment. */
export type ShownPage = Readonly<{
  page: PayPage
  token: string
  now: Date
  /** Where anybody can see the transfer on its network. */
  explorerUrl: string | null
}>
