import { useConsole } from '../use-console.ts'

export type Place = Readonly<{
  kind: 'lane' | 'deposits' | 'payout_account' | 'collection_account'
  place: string
  state: string
  ledger_minor: string
  world_minor: string | null
  world_at: string | null
  in_flight_minor: string
  promised_minor: string
  hour_minor: string
  empty_at: string | null
  is_low: boolean
  gas: string | null
  days: ReadonlyArray<Readonly<{ day: string; closing_minor: string; out_minor: string }>>
}>

export type PayoutAccount = Readonly<{
  account: string
  state: string
  because: string | null
  short_of: string | null
  booked_minor: string
  available_minor: string | null
  read_at: string | null
  waiting: string
  waiting_minor: string
  out: string
  out_minor: string
  out_since: string | null
}>

export type Lane = Readonly<{
  lane: string
  address: string
  state: string
  because: string | null
  short_of: string | null
  waiting: string
  waiting_minor: string
  out: string
  out_since: string | null
}>

export type Account = Readonly<{
  account_id: string
  number: string
  bank: string
  name: string
  state: string
  last_statement_day: string | null
}>

export type Money = Readonly<{
  at: string
  places: readonly Place[]
  payout_accounts: readonly PayoutAccount[]
  lanes: readonly Lane[]
  accounts: readonly Account[]
  returns: ReadonlyArray<
    Readonly<{
      credit_id: string
      transaction_id: string
      amount_minor: string
      account_number: string
      bank: string | null
      state: string
      decided_at: string
    }>
  >
  business_debts: ReadonlyArray<
    Readonly<{ business_id: string; name: string; asset: string; amount_minor: string }>
  >
  vendors: ReadonlyArray<
    Readonly<{
      vendor: string
      settles: string | null
      owed_minor: string
      cap_minor: string
      pays_from: string | null
    }>
  >
  suspense: ReadonlyArray<
    Readonly<{
      asset: string
      age: 'hour' | 'day' | 'week' | 'older'
      count: string
      amount_minor: string
      oldest_id: string
      oldest_at: string
    }>
  >
  moves: ReadonlyArray<
    Readonly<{
      case_id: string
      kind: 'naira' | 'tokens'
      from: string
      to: string
      amount_minor: string
      state: 'expected' | 'in_transit' | 'done' | 'cancelled'
      decided_at: string
    }>
  >
}>

/** Where our own money is. It is read again when anything changes. */
export function useMoney() {
  return useConsole<Money>('all', '/money')
}

export type Statement = Readonly<{
  profile: string
  account: Account
  from: string | null
  to: string | null
  opening_minor: string
  closing_minor: string
  credits: Sum
  debits: Sum
  unreadable: string
  are_days_doubtful: boolean
  recorded_credits: Sum | null
  recorded_debits: Sum | null
}>
type Sum = Readonly<{ count: string; amount_minor: string }>

/** The name without the mode, which the address has. */
export const nameOf = (place: string): string => place.replace(/^(live|test):/, '')

export const assetOf = ({ kind }: Pick<Place, 'kind'>): string =>
  kind === 'lane' || kind === 'deposits' ? 'NGNC' : 'NGN'
