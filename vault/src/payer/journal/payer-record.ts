import type { BalancesRecord } from '../../shared/balances/balance-book.ts'
import type { DecisionsRecord } from '../../shared/decisions/decision-book.ts'
import type { EpochRecord } from '../../shared/epochs/epoch-book.ts'
import type { Chained } from '../../shared/journal/record-file.ts'
import type { MembersRecord } from '../../shared/members/member-book.ts'

/** The part of a deposit, credit or balance that funds a payout. */
export type SourceShare = Readonly<{
  /** External name: `<mode>|<network>|<transaction>#<place>` for a deposit, `<mode>|<account>|<source>:<id>` for a bank line. */
  name: string
  /** Other names of the same bank line, because each source has its own name for it. */
  also?: readonly string[]
  /** The part that is paid out, and the whole amount, in kobo. */
  amount_minor: string
  gross_minor: string
}>

/** A payment order, recorded before the bank is called. */
export type SendIntent = Readonly<{
  at: string
  reference: string
  /** The payout account. */
  account: string
  mode: string
  action: 'send' | 'repeat'
  /** `<business>/<mode>/<reference>/<purpose>/<leg>`. Stays the same if the database is lost and the sell is submitted again. */
  right: string
  attempt: number
  payout_id: string
  transaction_id: string
  bank_code: string
  account_number: string
  amount_minor: string
  source: readonly SourceShare[]
}>

/** The bank's answer to an intent, or to a later query about it. */
export type Heard = Readonly<{ of: number; at: string; code: string | null; vendor_id: string | null }> &
  (
    | Readonly<{ outcome: 'accepted' | 'rejected' | 'exists' | 'unknown' }>
    | Readonly<{
        reading: 'pending' | 'needs_otp' | 'not_found' | 'success' | 'failed' | 'reversed'
      }>
  )

export type IntentRecord = SendIntent & Chained

export type PayerRecord =
  | IntentRecord
  | (Heard & Chained)
  | (DecisionsRecord & Chained)
  | (MembersRecord & Chained)
  | (BalancesRecord & Chained)
  | (EpochRecord & Chained)

const PLACES = 1_000

export function isIntent(record: PayerRecord): record is IntentRecord {
  return 'reference' in record
}

export function beneficiaryKey({ mode, bank_code, account_number }: SendIntent): string {
  return `${mode}:${bank_code}:${account_number}`
}

/** Identifies payments that a vendor may treat as duplicates. */
export function sameKey(
  order: Pick<SendIntent, 'account' | 'bank_code' | 'account_number' | 'amount_minor'>,
): string {
  return `${order.account}:${order.bank_code}:${order.account_number}:${order.amount_minor}`
}

/**
 * Identifies a debt that is paid only once, whatever its leg. A sell that is redirected to another beneficiary has another leg for the same
 * tokens. In a refund each credit has its own leg; each redirect adds 1,000 to the leg.
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

/** Splits a leg into the position of its credit in the buy and the number of times that two operators redirected it. */
export function legOf(leg: number): Readonly<{ place: number; redirect: number }> {
  return { place: leg % PLACES, redirect: Math.floor(leg / PLACES) }
}
