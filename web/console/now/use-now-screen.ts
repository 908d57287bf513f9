import { useConsole } from '../use-console.ts'

/** Counts arrive as the text that was sent, like every number of a reply. */
export type Rail = Readonly<{
  kind: 'in' | 'payout' | 'chain'
  name: string
  state: 'working' | 'slow' | 'down' | 'frozen' | 'float_low' | 'no_data'
  ended: string
  succeeded: string
  typical_seconds: string | null
  slowest_seconds: string | null
  in_flight: string
  in_flight_minor: string
  last_at: string | null
  points: readonly string[]
}>

export type Waiting = Readonly<{
  type: string
  status: string
  count: string
  oldest_transaction_id: string
  oldest_at: string
}>

export type Float = Readonly<{
  kind: 'lane' | 'payout_account'
  place: string
  name: string
  state: string
  ledger_minor: string
  promised_minor: string
  hour_minor: string
  empty_at: string | null
  is_low: boolean
}>

export type Frozen = Readonly<{
  kind: string
  name: string
  args: readonly string[]
  reason: string | null
  by: string | null
  at: string | null
}>

export type CaseRow = Readonly<{
  case_id: string
  kind: string
  title: string
  state: 'open' | 'awaiting_approval' | 'resolved'
  amount_minor: string | null
  who: string | null
  owner: string | null
  owner_id: string | null
  proposer_id: string | null
  says: string | null
  opened_at: string
  due_at: string
}>

export type Proofs = Readonly<
  Record<
    | 'stuck'
    | 'differ_minor'
    | 'differ_count'
    | 'paid_twice'
    | 'paid_count'
    | 'hold_minor'
    | 'owe_minor'
    | 'case_count'
    | 'case_overdue'
    | 'settled_count'
    | 'settled_minor',
    string
  > &
    Record<'compared_at' | 'case_due_at' | 'settled_seconds', string | null>
>

export type NowScreen = Readonly<{
  at: string
  verdict: Readonly<{ tone: 'good' | 'warn' | 'bad'; sentence: string }>
  changed_rows: ReadonlyArray<Readonly<{ row: string; problem: string }>>
  proofs: Proofs
  rails: readonly Rail[]
  waiting: readonly Waiting[]
  cases: readonly CaseRow[]
  floats: readonly Float[]
  frozen: readonly Frozen[]
}>

/** The whole screen is one read. It is read again when money, cases, freezes or rails changed. */
export function useNowScreen() {
  return useConsole<NowScreen>('all', '/now')
}
