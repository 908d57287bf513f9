import { useConsole } from '../use-console.ts'

type Step = Readonly<{
  at: string
  event: string
  status: string
  sentence: string
  holder: string
  evidence: ReadonlyArray<Readonly<{ kind: string; id: string }>>
}>

export type Credit = Readonly<{
  credit_id: string
  amount_minor: string
  gross_minor: string
  fee_minor: string
  left_minor: string | null
  booked_at: string
  session_id: string | null
  narration: string
  payer_name: string | null
  payer_number: string | null
  payer_bank: string | null
  our_account: string
  matched_by: string
  case_id: string | null
  stands: boolean
  seen: ReadonlyArray<Readonly<{ source: string; external_id: string; at: string }>>
  lien: Readonly<{ reason: string; by: string | null; at: string }> | null
}>

export type Deposit = Readonly<{
  deposit_id: string
  amount_minor: string
  network: string
  hash: string
  block: string
  sender: string
  outcome: string
  at: string
  swept_by: string | null
}>

export type Transfer = Readonly<{
  transfer_id: string
  amount_minor: string
  state: string
  lane: string
  lock: string
  address: string
  opened_at: string
  sent_at: string | null
  ended_at: string | null
  attempts: ReadonlyArray<Readonly<{ kind: string; hash: string; at: string }>>
}>

export type Payout = Readonly<{
  payout_id: string
  purpose: string
  attempt: string
  reference: string
  amount_minor: string
  account: string
  bank: string
  account_number: string
  account_name: string
  state: string
  session_id: string | null
  ordered_at: string
  sent_at: string | null
  ended_at: string | null
  money_back_at: string | null
  readings: ReadonlyArray<
    Readonly<{ at: string; kind: string; code: string | null; vendor_id: string | null }>
  >
  lines: ReadonlyArray<
    Readonly<{ at: string; direction: string; kind: string; amount_minor: string; external_id: string }>
  >
}>

export type Entry = Readonly<{
  at: string
  step: string
  debit: string
  credit: string
  asset: string
  amount: string
}>

export type SentEvent = Readonly<{
  event_id: string
  sequence: string
  status: string
  at: string
  deliveries: ReadonlyArray<Readonly<{ delivery_id: string; url: string; state: string }>>
}>

export type Head = Readonly<{
  transaction_id: string
  type: string
  status: string
  reference: string
  business_id: string
  business: string
  amount_minor: string
  held_minor: string
  lacks_minor: string | null
  created_at: string
  sentence: string
  holder: string
  expected_by: string | null
  frozen: string | null
  waits_for_lane: string | null
  claims: string | null
  goes_to: string | null
  deposit_to: string | null
}>

export type Whole = Readonly<{
  transaction: Head
  steps: readonly Step[]
  credits: readonly Credit[]
  deposits: readonly Deposit[]
  transfers: readonly Transfer[]
  payouts: readonly Payout[]
  entries: readonly Entry[]
  margin: Readonly<{
    fee_minor: string
    vendor_fee_minor: string
    gas_minor: string
    margin_minor: string
    has_unpriced_gas: boolean
  }> | null
  events: readonly SentEvent[]
  told: Readonly<{
    status: string
    sentence: string
    holder: string
    expected_by: string | null
    steps: ReadonlyArray<Readonly<{ at: string; sentence: string }>>
  }>
  cases: ReadonlyArray<
    Readonly<{ case_id: string; kind: string; state: string; opened_at: string; due_at: string }>
  >
}>

/** Everything about one transaction. It is read again when anything changes. */
export function useTransaction(id: string) {
  return useConsole<Whole>('all', `/transactions/${id}`)
}

const holders: Readonly<Record<string, string>> = {
  payer: 'The payer',
  business: 'The business',
  afara: 'Afara',
  in_flight: 'On its way',
  recipient: 'The recipient',
  sending_bank: 'The payer’s bank',
  issuer: 'The issuer of NGNC',
  nobody: 'Nobody',
}

export const holderOf = (holder: string): string => holders[holder] ?? holder
