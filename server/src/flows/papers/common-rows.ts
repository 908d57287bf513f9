import { formatId } from '../../kernel/ids/ids.ts'
import { assert } from '../../kernel/refusal.ts'
import { nigerianBanks } from '../../records/banks/bank-directory.ts'
import type { TransactionView } from '../../records/transactions/lists/transaction-view.ts'
import type { TimelineFacts } from '../../records/transactions/timeline/timeline-facts-store.ts'
import type { PaperRow } from './paper.ts'
import { maskedAccount } from './paper-words.ts'
import { printable } from './printable.ts'

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
  assert(last !== undefined, 'a transaction begins with an event')
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
  return more === 0 ? rows : [...rows, { label, value: `and ${more} more, in the timeline` }]
}

export type Holder = Readonly<{
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
