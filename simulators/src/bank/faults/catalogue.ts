import type { Vendor } from '../vendor.ts'
import { payoutFaults } from './payout-catalogue.ts'

/**
 * `payment`: decided when the payment is made, and never changed.
 * `answer`: decided each time a vendor answers or sends, so it ends when the fault is removed.
 * `number`: decided when a number for one payment is requested, and never changed.
 * `payout`: decided when a payout is ordered, and never changed.
 * `payout_answer`: like `answer`, for payouts.
 * `statement`: spoils a statement that is requested while the fault is set.
 */
type Fault = Readonly<{
  when: 'payment' | 'answer' | 'number' | 'payout' | 'payout_answer' | 'statement'
  about: string
  /** Default of `seconds`. Without it, the fault has no `seconds`. */
  seconds?: number
  /** Default of `code`. Without it, the fault has no `code`. */
  code?: string
  /** Only these vendors can have this fault. */
  vendors?: readonly Vendor[]
}>

export const transportFaults = [
  'timeout',
  'reset',
  '502',
  'html',
  'half_json',
  'huge',
  'dribble',
  '429',
] as const

/** Kinds of requests to a vendor that can have transport faults. */
export const faces = ['requery', 'feed', 'number', 'payout_requery', 'payout_feed', 'name'] as const
export type Face = (typeof faces)[number]

const known = {
  hook_five_times: { when: 'payment', about: 'The notification is sent five times at once.' },
  hook_out_of_order: {
    when: 'payment',
    about: 'The notification is sent after a later one of the same vendor, or after an hour.',
  },
  hook_before_requery: {
    when: 'payment',
    about: 'The notification is sent at once; requery and list show the payment only `seconds` later.',
    seconds: 30,
  },
  hook_after_72h: { when: 'payment', about: 'The first notification is sent 72 hours after the payment.' },
  hook_never: {
    when: 'payment',
    about: 'No notification is sent, unless it is delivered manually or Paystack is asked to check again.',
  },
  hook_bad_signature: {
    when: 'payment',
    about: 'The notification is true, but its signature is wrong.',
  },
  hook_replayed: {
    when: 'payment',
    about: 'A day after it was accepted, the same bytes arrive again with the same signature.',
  },
  hook_old_key: {
    when: 'payment',
    about: 'The notification is signed with the previous secret.',
  },
  hook_two_payers: {
    when: 'payment',
    about:
      'Two people pay one transaction: one notification lists both payers, and the bank books two lines.',
    vendors: ['monnify'],
  },
  hook_wrong_amount: {
    when: 'payment',
    about: 'The notification has a valid signature but ten times the real amount.',
  },

  payer_full: {
    when: 'payment',
    about: 'All endpoints show all ten digits of the payer, even where they normally mask them.',
  },
  payer_masked: { when: 'payment', about: 'All endpoints show only the last four digits of the payer.' },
  payer_blank: { when: 'payment', about: 'The number, name and bank of the payer are blank.' },
  payer_null: { when: 'payment', about: 'The payer is called "null", and the number is blank.' },
  session_missing: { when: 'payment', about: 'The vendor shows no session id.' },
  session_repeated: {
    when: 'payment',
    about: 'The vendor shows the session id of the payment before it into the same account.',
  },
  session_odd: { when: 'payment', about: 'The session id is 24 letters and digits instead of 30 digits.' },
  twin_payment: {
    when: 'payment',
    about: 'The payer really pays the same amount twice within one second.',
  },
  value_date_later: { when: 'payment', about: 'The value date is the next working day.' },
  settled_less: {
    when: 'payment',
    about: 'The vendor keeps its fee, so less is settled and booked than the payer paid.',
  },
  narration_other_bank: {
    when: 'payment',
    about: 'The narration has the format of another bank, also in statements.',
  },
  narration_told: {
    when: 'payment',
    about: 'The description is the payer’s text instead of the account name that this vendor usually shows.',
    vendors: ['monnify'],
  },
  narration_blank: { when: 'payment', about: 'The narration is empty.' },
  narration_coded: { when: 'payment', about: 'The narration is numbers and codes, without a name.' },
  narration_hostile: {
    when: 'payment',
    about: 'The narration is a spreadsheet formula with markup, quotes, a line break and a bidi override.',
  },

  reversed_soon: {
    when: 'payment',
    about: 'The bank reverses the credit `seconds` later, with a separate line.',
    seconds: 120,
  },
  recalled_later: {
    when: 'payment',
    about: "The sender's bank recalls the money `seconds` later (ten days), by a debit.",
    seconds: 864_000,
  },
  own_payout_returned: {
    when: 'payment',
    about: 'The credit is not a payment: one of our outgoing payments, booked just before, comes back.',
  },
  stamp_duty_line: { when: 'payment', about: 'A debit of 50 naira stamp duty follows the credit.' },
  charge_line: { when: 'payment', about: 'A debit of 25 naira commission follows the credit.' },
  vat_line: { when: 'payment', about: 'A debit of 1.88 naira VAT follows the credit.' },

  underpaid: {
    when: 'payment',
    about: 'The payer pays 500 naira less than requested, or half if 1,000 or less was requested.',
  },
  overpaid: { when: 'payment', about: 'The payer pays 500 naira more than requested.' },
  split: { when: 'payment', about: 'The payer pays in two transfers: three fifths, and the rest.' },
  third_party: {
    when: 'payment',
    about: 'Another person pays, from another account and under another name.',
  },
  wrong_account: { when: 'payment', about: 'The money lands on another account of ours.' },
  retired_account: { when: 'payment', about: 'The account is retired just before the money arrives on it.' },
  booked_before: {
    when: 'payment',
    about: 'The bank books the payment `seconds` before any endpoint shows it.',
    seconds: 1860,
  },
  at_midnight: {
    when: 'payment',
    about: 'The payment is booked in the last millisecond of the day in Lagos.',
  },

  number_late_accepted: {
    when: 'payment',
    about: 'A payment to a number that has expired arrives. Otherwise it is sent back.',
  },
  number_paid_again: {
    when: 'payment',
    about: 'A payment to a number that was paid arrives. Otherwise it is sent back.',
    vendors: ['kora', 'monnify', 'providus'],
  },
  number_amount_accepted: {
    when: 'payment',
    about: 'A payment of another amount to a number arrives. Otherwise these vendors send it back.',
    vendors: ['kora', 'paystack'],
  },
  number_amount_refused: {
    when: 'payment',
    about: 'A payment of another amount to a number is sent back. Otherwise this vendor takes it.',
    vendors: ['monnify'],
  },
  settled_next_day: {
    when: 'payment',
    about:
      'On the next working day, the vendor sends what it settles to the account that its pool settles to.',
    vendors: ['kora', 'monnify', 'paystack'],
  },
  standing_closed: {
    when: 'payment',
    about: 'The vendor has closed the standing number of a customer, and sends the payment back.',
    vendors: ['monnify', 'providus'],
  },
  number_none: { when: 'number', about: 'The vendor has no number available.' },
  number_expires_early: {
    when: 'number',
    about: 'The number expires after `seconds`, although the vendor states the usual time.',
    seconds: 60,
  },
  number_recycled: {
    when: 'number',
    about: 'The vendor issues the number that expired first, if there is one.',
  },
  number_slow: {
    when: 'number',
    about: 'The number is issued at once, but the answer takes `seconds`.',
    seconds: 8,
  },
  ...transport('number', 'A request for a number'),

  requery_late: {
    when: 'payment',
    about: 'A requery does not find the payment until `seconds` after it, although it was notified.',
    seconds: 30,
  },
  feed_row_in_past: {
    when: 'payment',
    about: 'The row enters the list `seconds` late, at its old place behind rows already read.',
    seconds: 3600,
  },

  feed_gap: {
    when: 'answer',
    about: 'Rows are missing from the list while this fault is active, always the same ones.',
  },
  feed_page_repeats: {
    when: 'answer',
    about: 'Each page of the list begins with the last row of the previous page.',
  },
  feed_down: { when: 'answer', about: 'The list answers 503; notifications are still sent.' },
  hooks_down: {
    when: 'answer',
    about: 'Notifications are held back while this fault is active, and sent when it ends. The list works.',
  },
  clock_skew: {
    when: 'answer',
    about: 'The times that the vendor states are `seconds` ahead.',
    seconds: 600,
  },
  zone_lost: {
    when: 'answer',
    about: 'Times are Lagos time without a zone, or with +0000 where the format has one.',
  },
  old_dates: {
    when: 'answer',
    about: 'A requery writes 15/11/2026 01:05:11 PM, as the vendor’s reference still shows.',
    vendors: ['monnify'],
  },
  requery_pending: {
    when: 'answer',
    about: 'A requery reports the payment as pending although it was notified as paid.',
    vendors: ['monnify', 'paystack', 'kora'],
  },
  ...transport('requery', 'A requery'),
  ...transport('feed', 'A request for the list'),

  statement_missing_row: { when: 'statement', about: 'One row is missing; the balances include it.' },
  statement_wrong_closing: { when: 'statement', about: 'The closing balance is ₦1,000.00 too high.' },
  statement_lost_zero: {
    when: 'statement',
    about: 'Account numbers and references lost their leading zeros in a spreadsheet.',
  },
  statement_day_month_swap: {
    when: 'statement',
    about: 'Dates of days up to the 12th have day and month swapped.',
  },

  ...payoutFaults,
  ...transport('payout_requery', 'A requery of a payout'),
  ...transport('payout_feed', 'A request for payouts, a ledger or a balance'),
  ...transport('name', 'A name enquiry'),
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof known

/** Every fault of this bank, with a description. */
export const faults: Readonly<Record<FaultName, Fault>> = known
export const faultNames = Object.keys(known) as FaultName[]

export function isFault(value: unknown): value is FaultName {
  return typeof value === 'string' && Object.hasOwn(known, value)
}

type When = 'answer' | 'payout_answer' | 'number'

function whenOf(face: Face): When {
  if (face === 'number') return 'number'
  return face === 'requery' || face === 'feed' ? 'answer' : 'payout_answer'
}

function transport<Of extends Face>(face: Of, who: string) {
  const when: When = whenOf(face)
  return {
    [`${face}_timeout`]: { when, about: `${who} is never answered.` },
    [`${face}_reset`]: { when, about: `${who} ends with a connection reset before a byte is sent.` },
    [`${face}_502`]: { when, about: `${who} is answered with 502 and a proxy’s error page.` },
    [`${face}_html`]: { when, about: `${who} is answered with 200 and an HTML page.` },
    [`${face}_half_json`]: { when, about: `${who} is answered with half of the announced bytes.` },
    [`${face}_huge`]: { when, about: `${who} is answered with eight megabytes of JSON.` },
    [`${face}_dribble`]: { when, about: `${who} is answered with one byte every 200 ms.` },
    [`${face}_429`]: { when, about: `${who} is answered with 429 and a wait of one minute.` },
  } as Record<`${Of}_${(typeof transportFaults)[number]}`, { when: When; about: string }>
}
