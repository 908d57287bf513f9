import type { Chained } from '../../shared/journal/record-file.ts'

/** So much of something that came to us stands behind a payout. */
export type SourceShare = Readonly<{
  /** What the world calls it: `<mode>|<network>|<transaction>#<place>` for a deposit, `<mode>|<account>|<source>:<id>` for a bank's line. */
  name: string
  /** What else it is called: each source has a name of its own for a bank's line. */
  also?: readonly string[]
  /** What of it is paid out for, and all of it, in kobo. */
  amount_minor: string
  gross_minor: string
}>

/** What a bank is about to be asked, written down before. */
export type SendIntent = Readonly<{
  at: string
  reference: string
  /** The payout account. */
  account: string
  mode: string
  action: 'send' | 'repeat'
  /** `<business>/<mode>/<reference>/<purpose>/<leg>`: the same after the database was lost and the sell came again. */
  right: string
  attempt: number
  payout_id: string
  transaction_id: string
  bank_code: string
  account_number: string
  amount_minor: string
  source: readonly SourceShare[]
}>

/** What the bank answered to an intent, or said when it was asked about it. */
export type Heard = Readonly<{ of: number; at: string; code: string | null; vendor_id: string | null }> &
  (
    | Readonly<{ outcome: 'accepted' | 'rejected' | 'exists' | 'unknown' }>
    | Readonly<{
        reading: 'pending' | 'needs_otp' | 'not_found' | 'success' | 'failed' | 'reversed'
      }>
  )

export type IntentRecord = SendIntent & Chained

export type PayerRecord = IntentRecord | (Heard & Chained)

const PLACES = 1_000

export function isIntent(record: PayerRecord): record is IntentRecord {
  return 'reference' in record
}

export function beneficiaryKey({ mode, bank_code, account_number }: SendIntent): string {
  return `${mode}:${bank_code}:${account_number}`
}

/** What a vendor may take for the same payment again. */
export function sameKey(
  order: Pick<SendIntent, 'account' | 'bank_code' | 'account_number' | 'amount_minor'>,
): string {
  return `${order.account}:${order.bank_code}:${order.account_number}:${order.amount_minor}`
}

/**
 * What is paid once, whatever leg it is on. A sell that goes to another beneficiary after all is another leg for the same tokens. Of a refund
 * each credit has a leg of its own, and goes to another beneficiary on a leg that is a thousand more.
 */
export function debtKey(right: string): string {
  return right
    .replace(/\/payout\/\d+$/, '/payout')
    .replace(/\/refund\/(\d+)$/, (_whole, leg: string) => `/refund/${legOf(Number(leg)).place}`)
}

/** All names of a source. */
export function sourceNames({ name, also = [] }: SourceShare): readonly string[] {
  return [name, ...also]
}

/** A leg is the place of its credit among those of the buy, and how often two people sent it elsewhere. */
export function legOf(leg: number): Readonly<{ place: number; redirect: number }> {
  return { place: leg % PLACES, redirect: Math.floor(leg / PLACES) }
}
