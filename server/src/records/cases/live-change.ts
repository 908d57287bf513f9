/** Every term of a business in live mode. Amounts are decimal strings of kobo. Null: no limit, no cap or no wallet. */
export type DecidedTerms = Readonly<{
  fee_flat_minor: string
  fee_bps: number
  fee_cap_minor: string | null
  default_network: string | null
  default_address: string | null
  daily_limit_minor: string | null
  velocity_hour_minor: string | null
  velocity_wallet_day_minor: string | null
  /** Absent in decisions from before payments could differ. */
  tolerance_minor?: string
  /** Absent in decisions from before standing numbers of customers. Then it stays as it is. */
  may_number_customers?: boolean
  may_hold_balance: boolean
}>

/** A change that two operators decide in live mode, in a case of kind `request`. */
export type LiveChange =
  | (Readonly<{
      action: 'go_live'
      /** The submitted file that both operators read. */
      file_version: number
      file_digest: string
      tier: number
      exposure_cap_minor: string
    }> &
      DecidedTerms)
  /** Without a tier, the tier stays. */
  | (Readonly<{ action: 'set_terms'; tier?: number }> & DecidedTerms)
  | DecidedKey
  | Readonly<{ action: 'resume_business' }>
  | Readonly<{
      action: 'open_collection_account'
      account_id: string
      name: string
      account_number: string
      bank_code: string
      bank_name: string
      /** The only business that sees the account. Null: all. */
      business_id: string | null
      feed: string | null
      /** It receives only what is paid to numbers of their own at the vendor of the feed. */
      is_pool?: true
    }>
  | Readonly<{
      action: 'open_payout_account'
      account_id: string
      vendor: string
      name: string
      account_number: string | null
    }>
  | Readonly<{
      action: 'fund_payout_account'
      account_id: string
      /** Name of the account that operators use. */
      account: string
      amount_minor: string
    }>
  | Readonly<{
      action: 'open_lane'
      lane_id: string
      network: string
      number: number
      address: string
      next_lock: string
    }>
  | Readonly<{
      action: 'set_feed'
      /** The provider that reports the credits of the account. Null: statements only. */
      feed: string | null
    }>
  | Readonly<{
      action: 'set_vendor_terms'
      vendor: string
      /** The most that we deliver before the vendor has settled it. */
      cap_minor: string
      /** The account from which the vendor pays us. Null: its settlements are booked by hand. */
      pays_from_number: string | null
      pays_from_bank: string | null
    }>
  | Readonly<{ action: 'book_settlement'; vendor: string; line_id: string; amount_minor: string }>
  | Readonly<{ action: 'write_off_debt'; vendor: string; amount_minor: string; as: 'fee' | 'loss' }>
  | OperatorChange
  | Readonly<{
      action: 'set_rate'
      pair: string
      bid: string
      ask: string
      valid_minutes: number
      /** The rate published last, as the proposer saw it. */
      last: string | null
    }>

/** A change of who may decide. It belongs to no mode, so it is decided in live mode. */
export type OperatorChange =
  | Readonly<{
      action: 'invite_operator'
      operator_id: string
      email: string
      name: string
      roles: readonly string[]
    }>
  | Readonly<{
      action: 'change_operator_roles'
      operator_id: string
      email: string
      roles: readonly string[]
    }>
  | Readonly<{ action: 'resume_operator' | 'end_operator'; operator_id: string; email: string }>

/** A key that its proposer may issue once, with exactly these rights. */
export type DecidedKey = Readonly<{
  action: 'issue_key'
  scopes: readonly string[]
  networks: readonly string[]
  label: string
  requests_per_window: number
  expires_at: string | null
  /** The Ed25519 key with which its business signs, in base64url. */
  public_key?: string
}>

export const liveChanges = [
  'go_live',
  'set_terms',
  'issue_key',
  'resume_business',
  'open_collection_account',
  'open_payout_account',
  'fund_payout_account',
  'open_lane',
  'set_feed',
  'set_vendor_terms',
  'book_settlement',
  'write_off_debt',
  'set_rate',
  'invite_operator',
  'change_operator_roles',
  'resume_operator',
  'end_operator',
] as const satisfies ReadonlyArray<LiveChange['action']>
