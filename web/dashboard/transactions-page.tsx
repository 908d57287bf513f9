import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { Fragment, useEffect } from 'react'
import { Button } from '../shared/ui/button.tsx'
import { joinClasses } from '../shared/ui/join-classes.ts'
import { EmptyState, Problem, Skeleton } from '../shared/ui/placeholder.tsx'
import { TransactionDetail } from './transaction-detail.tsx'
import { TransactionFilters } from './transaction-filters.tsx'
import { TransactionRow } from './transaction-row.tsx'
import { useTenant } from './use-account.ts'
import { type ListFilters, listQuery, type Transaction } from './use-transactions.ts'
import { dayOf } from './words.ts'

/** The list, newest first, and the transaction that is open. Filters are in the address. */
export function TransactionsPage() {
  const tenant = useTenant()
  const filters: ListFilters = useSearch({ from: '/$business/$mode/transactions' })
  const navigate = useNavigate({ from: '/$business/$mode/transactions' })
  const list = useInfiniteQuery(listQuery(tenant, filters))
  const rows = list.data?.pages.flatMap(({ transactions }) => transactions) ?? []
  useRowKeys()
  const { open } = filters
  const close = () => void navigate({ search: ({ open: _closed, ...rest }) => rest })
  return (
    <div className="wide:grid wide:grid-cols-[minmax(0,1fr)_424px] wide:items-start wide:gap-x-6">
      <title>{`Transactions · ${tenant.name} · Afara`}</title>
      <h1
        className={joinClasses(
          'mb-3 text-title font-semibold tracking-tight wide:col-span-2',
          // On a phone the open transaction takes the place of the list. Its title stays for screen readers.
          open !== undefined && 'max-wide:sr-only',
        )}
      >
        Transactions
      </h1>
      <div className={joinClasses('min-w-0', open !== undefined && 'hidden wide:block')}>
        <TransactionFilters tenant={tenant} now={filters} />
        {filters.find !== undefined && (
          <p className="mb-3 flex items-center gap-2 text-small">
            Found by <b className="font-mono text-caption font-medium break-all">{filters.find}</b>
            <Button
              look="quiet"
              isIcon
              aria-label="Clear the search"
              onClick={() => void navigate({ search: {} })}
            >
              <X size={16} aria-hidden />
            </Button>
          </p>
        )}
        {list.error !== null && <Problem>{list.error.message}</Problem>}
        <section aria-label="Transactions" className="overflow-hidden rounded-panel border bg-surface">
          {list.isPending && <Skeleton rows={6} height={56} />}
          {list.isSuccess && rows.length === 0 && (
            <EmptyState>
              {Object.keys(filters).length === 0
                ? 'Every buy, sell and withdrawal appears here. Run one on the home page, or send one with your key.'
                : 'Nothing matches. Try another filter or a longer period.'}
            </EmptyState>
          )}
          {rows.map((one, at) => (
            <Fragment key={one.transaction_id}>
              {isNewDay(rows[at - 1], one) && (
                <h2 className="border-b bg-sunken px-4 py-2 text-caption font-medium text-muted">
                  {dayOf(one.created_at)}
                </h2>
              )}
              <TransactionRow one={one} isOpen={one.transaction_id === open} />
            </Fragment>
          ))}
          {list.hasNextPage && (
            <div className="flex justify-center p-3">
              <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Show older ones
              </Button>
            </div>
          )}
        </section>
        <p className="mt-2 hidden text-caption text-muted middle:block">
          <Kbd>J</Kbd> <Kbd>K</Kbd> move · <Kbd>↵</Kbd> open · <Kbd>⌘K</Kbd> find
        </p>
      </div>
      {open === undefined ? (
        <div className="hidden rounded-panel border wide:block">
          <EmptyState>Open a transaction to see where its money is, who has it, and until when.</EmptyState>
        </div>
      ) : (
        <TransactionDetail key={open} tenant={tenant} id={open} close={close} />
      )}
    </div>
  )
}

function Kbd({ children }: Readonly<{ children: string }>) {
  return <kbd className="rounded-small border px-1 font-sans">{children}</kbd>
}

function isNewDay(before: Transaction | undefined, one: Transaction): boolean {
  return before === undefined || dayOf(before.created_at) !== dayOf(one.created_at)
}

/** J and K move through the rows, as long as nobody types. */
function useRowKeys(): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement
      const step = { j: 1, k: -1 }[event.key]
      if (isTyping || step === undefined || event.metaKey || event.ctrlKey || event.altKey) return
      const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
      const at = rows.indexOf(document.activeElement as HTMLElement)
      rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus()
    }
    addEventListener('keydown', move)
    return () => removeEventListener('keydown', move)
  }, [])
}
