import { Link } from '@tanstack/react-router'
import { ArrowDownLeft, ArrowUpRight, Upload } from 'lucide-react'
import { joinClasses } from '../shared/ui/join-classes.ts'
import { Money } from '../shared/ui/money.tsx'
import { Pill } from '../shared/ui/pill.tsx'
import type { Transaction } from './use-transactions.ts'
import { ageOf, clockOf, koboOf, toneOf, wordsOf } from './words.ts'

export const icons = { Buy: ArrowDownLeft, Sell: ArrowUpRight, Withdrawal: Upload }

/** One transaction in a list. The whole row opens it. */
export function TransactionRow({ one, isOpen }: Readonly<{ one: Transaction; isOpen: boolean }>) {
  const Icon = icons[one.type]
  return (
    <Link
      from="/$business/$mode"
      to="/$business/$mode/transactions"
      search={(before: object) => ({ ...before, open: one.transaction_id })}
      data-row={one.transaction_id}
      aria-current={isOpen ? 'true' : undefined}
      className={joinClasses(
        'grid min-h-14 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 border-b px-4 py-2 text-small hover:bg-sunken focus-visible:-outline-offset-2 middle:grid-cols-[16px_minmax(0,1fr)_auto_120px]',
        isOpen && 'bg-brand-soft hover:bg-brand-soft',
      )}
    >
      <Icon size={16} aria-hidden className="text-muted" />
      <span className="min-w-0">
        <span className="block truncate font-medium">{partyOf(one)}</span>
        <span className="block truncate text-caption text-muted">
          <time dateTime={one.created_at}>{clockOf(one.created_at)}</time>, {ageOf(one.created_at)} ·{' '}
          {one.type}
        </span>
      </span>
      <span className="col-start-3 row-start-1 flex flex-col items-end gap-1 middle:contents">
        <span className="middle:col-start-3 middle:row-start-1">
          <Pill tone={toneOf(one.status)}>{wordsOf(one.status)}</Pill>
        </span>
        <span className="order-first text-right font-medium middle:order-none middle:col-start-4 middle:row-start-1">
          <Money kobo={koboOf(one.amount)} />
        </span>
      </span>
    </Link>
  )
}

/** Who paid, or who is paid. A buy of a pay link names no payer, so it goes by the reference that the business chose. */
export function partyOf(one: Transaction): string {
  if (one.type === 'Withdrawal') return `To ${one.network}`
  if (one.type === 'Sell' && one.account_name !== '') return one.account_name
  if (one.bank_name === '') return one.reference.startsWith('afr-') ? 'A payer' : one.reference
  return `${one.bank_name} ••${one.account_number.slice(-4)}`
}
