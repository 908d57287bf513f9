import { formatId } from '../../kernel/ids/ids.ts'
import { assert } from '../../kernel/refusal.ts'
import { nigerianBanks } from '../../records/banks/bank-directory.ts'
import type { TransactionView } from '../../records/transactions/lists/transaction-view.ts'
import type { LegalName } from '../../records/transactions/paper-store.ts'
import type { TimelineFacts } from '../../records/transactions/timeline/timeline-facts-store.ts'
import { maskedAccount, printable } from './paper-text.ts'

/** A document that people print, sign and hand over, laid out like a letter. It has one page, unless it has a table. */
export type Paper = Readonly<{
  title: string
  /** Subject, below the title. */
  subtitle: string
  /** An amount in large letters, what it is, and the same in words. */
  headline?: string
  headlineLabel?: string
  headlineWords?: string
  /** How it ended, beside the amount. */
  badge?: string
  /** Who paid, who was paid and who processed it, beside each other. */
  parties?: readonly PaperParty[]
  /** Recipient of the letter. */
  addressee?: readonly string[]
  opening?: readonly string[]
  sections: readonly PaperSection[]
  /** Lines under the sections, on as many pages as they need. */
  table?: PaperTable
  /** Numbered requests to the reader. */
  asks?: readonly string[]
  closing?: readonly string[]
  footer: string
  /** The number of the paper, and the address at which anyone can verify it. Set when it is handed out. */
  issued?: Readonly<{ number: string; verifyUrl: string }>
  /** True if the document is not about real money. */
  isTest: boolean
  /** Time of the last change of the rows. Not the time of printing, so that the same rows give the same bytes. */
  at: Date
}>

export type PaperSection = Readonly<{
  heading: string
  rows: readonly PaperRow[]
  /** Amounts under each other on the right, the last of them a sum. */
  isSum?: boolean
}>

export type PaperParty = Readonly<{
  title: string
  name: string
  lines: readonly string[]
  /** A person, whose name is told in full only on the paper itself. */
  isPerson?: boolean
}>

/** Who hands out the papers: our registered name, and where to ask. */
export type Issuer = Readonly<{
  name: string
  rcNumber: string | null
  address: string | null
  contact: string
}>

export function issuerParty(title: string, { name, rcNumber, address }: Issuer): PaperParty {
  return {
    title,
    name: printable(name, 60),
    lines: [
      ...(rcNumber === null ? [] : [`RC ${rcNumber}`]),
      ...(address === null ? [] : [printable(address, 90)]),
    ],
  }
}

/** The business under its registered name, once it has one. */
export function businessParty(
  title: string,
  { businessName, legal }: Readonly<{ businessName: string; legal: LegalName | null }>,
): PaperParty {
  if (legal === null) return { title, name: printable(businessName, 60), lines: [] }
  const rc = legal.rcNumber.replace(/^(RC|BN|IT)\s*/i, '$1 ')
  const trades = legal.legalName === businessName ? [] : [printable(businessName, 60)]
  return { title, name: printable(legal.legalName, 60), lines: [rc, ...trades] }
}

export type PaperTable = Readonly<{
  columns: ReadonlyArray<
    Readonly<{
      title: string
      /** The part of the width of the page. All parts together are 1. */
      width: number
      isRight?: boolean
    }>
  >
  /** One text for each column. */
  lines: ReadonlyArray<readonly string[]>
}>

export type PaperRow = Readonly<{
  label: string
  value: string
  /** True for digits and letters that a reader may have to type. */
  code?: boolean
  /** Link for a reader on a screen. */
  link?: string | null
}>

// Limits the rows of one kind, because a document has one page.
const MOST_OF_A_KIND = 3

/** Returns the fields that every type of transaction has. */
export function headOf(told: TransactionView) {
  if (told.type === 'buy') return told.buy
  return told.type === 'sell' ? told.sell : told.withdrawal
}

/** Returns the time of the last event. */
export function lastChangeOf({ events }: TimelineFacts): Date {
  const last = events.at(-1)
  assert(last !== undefined, 'a transaction must begin with an event')
  return last.at
}

export function transactionRows(told: TransactionView): PaperRow[] {
  const { id, reference } = headOf(told)
  return [
    { label: 'Our transaction', value: formatId('transaction', id), code: true },
    { label: 'Reference', value: printable(reference), code: true },
  ]
}

/** Returns one row per value up to the limit, and a row with the number of the others. */
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

/** Formats `ADA OBI, ******6789, GTBank`. */
export function writtenHolder({ bankCode, bankName, accountNumber, accountName }: Holder): string {
  const bank = bankName ?? nigerianBanks.byKey(bankCode)?.name ?? bankCode
  const parts = [accountName ?? '', maskedAccount(accountNumber), bank]
  return parts
    .map((part) => printable(part, 60))
    .filter((part) => part !== '')
    .join(', ')
}
