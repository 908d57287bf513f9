/** Replies of the API as `parseExact` reads them: every number is text, so that no amount goes through a float. */
export type Need = Readonly<{ code: string; message: string; field?: string | null; fix?: string | null }>

export type Transaction = Readonly<{
  transaction_id: string
  type: string
  reference: string
  amount: string
  status: string
  created_at: string
  fee: string
  needs: readonly Need[]
  network: string
  wallet_address: string
  bank_name?: string
  account_number?: string
  account_name?: string
  link_account_name?: string
  link_account_number?: string
  link_bank_name?: string
  deposit?: Readonly<{ address: string; memo?: string; network?: string; expires_at?: string }>
  payout?: Readonly<{ bank_name: string; account_number: string; account_name: string; amount: string }>
}>

export type TransactionReply = Readonly<{ message: string; transaction: Transaction }>

type Evidence = Readonly<{ kind: string; id: string; url?: string | null }>

export type TimelineReply = Readonly<{
  message: string
  timeline: Readonly<{
    transaction_id: string
    status: string
    holder: string
    expected_by: string | null
    steps: ReadonlyArray<
      Readonly<{
        at: string
        event: string
        status: string
        sentence: string
        holder: string
        evidence: readonly Evidence[]
      }>
    >
  }>
}>

export type KeyReply = Readonly<{
  key: Readonly<{
    business_id: string
    link_tag: string
    mode: string
    scopes: readonly string[]
    expires_at?: string | null
  }>
}>

export type VendorReply = Readonly<{
  message: string
  VendorList: ReadonlyArray<Readonly<{ vendorName: string; vendorNumber: string; vendorBank: string }>>
}>

export type PreviewReply = Readonly<{
  preview: Readonly<{
    ok: boolean
    amount: string
    fee: string
    receives: string
    needs: readonly Need[]
    warnings: readonly Need[]
    expected_by_seconds?: string | null
  }>
}>

export type FeedEvent = Readonly<{
  id: string
  type: string
  number: string
  sequence: string
  mode: string
  created_at: string
  data: Readonly<{ previous_status: string | null; transaction: Transaction }>
}>

/** An event about a batch of payouts, which has no transaction. */
export type BatchEvent = Omit<FeedEvent, 'data'> &
  Readonly<{
    data: Readonly<{
      batch: Readonly<{
        id: string
        state: string
        preview: Readonly<{ rows: string; total: string }> | null
      }>
    }>
  }>

export type EventsReply = Readonly<{
  events: readonly (FeedEvent | BatchEvent)[]
  next_after: string
  has_more: boolean
}>
