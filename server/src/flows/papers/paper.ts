import { formatId } from '../../kernel/ids/ids.ts'
import { assert } from '../../kernel/refusal.ts'
import { nigerianBanks } from '../../records/banks/bank-directory.ts'
import type { TransactionView } from '../../records/transactions/lists/transaction-view.ts'
import type { TimelineFacts } from '../../records/transactions/timeline/timeline-facts-store.ts'
import { maskedAccount, printable } from './paper-text.ts'

/** A sheet that people print, sign and hand to each other: one page, in an order that everybody knows from letters. */
export type Paper = Readonly<{
  title: string
  /** Below the title: what it is about. */
  subtitle: string
  /** In large letters: an amount. */
  headline?: string
  /** To whom it is written. */
  addressee?: readonly string[]
  opening?: readonly string[]
  sections: readonly PaperSection[]
  /** What the reader is asked to do, numbered. */
  asks?: readonly string[]
  closing?: readonly string[]
  footer: string
  /** Nothing on it is about real money. */
  isTest: boolean
  /** The same rows make the same bytes: this is when they last changed, and not when it was printed. */
  at: Date
}>

export type PaperSection = Readonly<{ heading: string; rows: readonly PaperRow[] }>

export type PaperRow = Readonly<{
  label: string
  value: string
  /** Digits and letters that somebody may have to type. */
  code?: boolean
  /** Where a reader on a screen can look at it. */
  link?: string | null
}>

// A paper has one page.
const MOST_OF_A_KIND = 3

/** What every transaction has, whatever it is. */
export function headOf(told: TransactionView) {
  if (told.type === 'buy') return told.buy
  return told.type === 'sell' ? told.sell : told.withdrawal
}

/** When it came to where it is. */
export function lastChangeOf({ events }: TimelineFacts): Date {
  const last = events.at(-1)
  assert(last !== undefined, 'a transaction must begin with an event')
  return last.at
}

export function transactionRows(told: TransactionView, businessName: string): PaperRow[] {
  const { id, reference } = headOf(told)
  return [
    { label: 'Transaction', value: formatId('transaction', id), code: true },
    { label: 'Reference', value: printable(reference), code: true },
    { label: 'Business', value: printable(businessName, 70) },
  ]
}

/** One row each, and how many more there are. */
export function listed(label: string, values: readonly string[]): PaperRow[] {
  const rows = values.slice(0, MOST_OF_A_KIND).map((value) => ({ label, value, code: true }))
  const more = values.length - rows.length
  return more === 0 ? rows : [...rows, { label, value: `and ${more} more in the timeline` }]
}

type Holder = Readonly<{
  bankCode: string
  bankName?: string
  accountNumber: string
  accountName: string | null
}>

/** `ADA OBI, ******6789, GTBank` */
export function writtenHolder({ bankCode, bankName, accountNumber, accountName }: Holder): string {
  const bank = bankName ?? nigerianBanks.byKey(bankCode)?.name ?? bankCode
  const parts = [accountName ?? '', maskedAccount(accountNumber), bank]
  return parts
    .map((part) => printable(part, 60))
    .filter((part) => part !== '')
    .join(', ')
}
