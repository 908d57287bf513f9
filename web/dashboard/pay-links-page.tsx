import type { PayLink, PayLinkTotals } from '@afara/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Link2, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../shared/ui/button.tsx'
import { joinClasses } from '../shared/ui/join-classes.ts'
import { Money } from '../shared/ui/money.tsx'
import { Pill } from '../shared/ui/pill.tsx'
import { EmptyState, Problem, Skeleton } from '../shared/ui/placeholder.tsx'
import { Stat, Stats } from '../shared/ui/stat.tsx'
import { FilterChips } from './filter-chips.tsx'
import { NewPayLink } from './new-pay-link.tsx'
import { PayLinkDetail } from './pay-link-detail.tsx'
import { PeriodField, type PeriodSearch } from './period.tsx'
import { useTenant } from './use-account.ts'
import { type PayLinkFilters, type PayLinkShow, payLinksQuery, USUAL_PERIOD } from './use-pay-links.ts'
import { ageOf, clockOf, koboOf, toneOf, wordsOf } from './words.ts'

const chips: ReadonlyArray<readonly [PayLinkShow | undefined, string]> = [
  [undefined, 'All'],
  ['open', 'Open'],
  ['paid', 'Paid'],
  ['ended', 'Ended'],
]

/** The links, newest first, what they brought in, and the one that is open. Filters are in the address. */
export function PayLinksPage() {
  const tenant = useTenant()
  const filters: PayLinkFilters = useSearch({ from: '/$business/$mode/pay-links' })
  const navigate = useNavigate({ from: '/$business/$mode/pay-links' })
  const list = useInfiniteQuery(payLinksQuery(tenant, filters))
  const isMaking = filters.open === 'new'
  const links = list.data?.pages.flatMap(({ pay_links: page }) => page) ?? []
  const totals = list.data?.pages[0]?.totals
  const open = isMaking ? undefined : filters.open
  const show = (id: string | undefined) =>
    void navigate({
      search: ({ open: _old, amount: _sum, ...rest }) => (id === undefined ? rest : { ...rest, open: id }),
    })
  const choose = (next: PeriodSearch) =>
    void navigate({ search: ({ period: _p, from: _f, to: _t, ...rest }) => ({ ...rest, ...next }) })
  const isFirst = String(totals?.links) === '0'
  const mayMake = tenant.role !== 'viewer'
  const make = mayMake && (
    <Button look="primary" onClick={() => show('new')}>
      <Plus size={16} aria-hidden />
      New pay link
    </Button>
  )
  return (
    <div className="wide:grid wide:grid-cols-[minmax(0,1fr)_360px] wide:items-start wide:gap-x-6">
      <title>{`Pay links · ${tenant.name} · Afara`}</title>
      <div
        className={joinClasses(
          'mb-4 flex flex-wrap items-end justify-between gap-3 wide:col-span-2',
          open !== undefined && 'max-wide:sr-only',
        )}
      >
        <div>
          <h1 className="text-title font-semibold tracking-tight">Pay links</h1>
          <p className="text-small text-muted">One link asks one payer for one exact amount.</p>
        </div>
        {!isFirst && make}
      </div>
      <div className={joinClasses('min-w-0', open !== undefined && 'hidden wide:block')}>
        <Totals totals={totals} />
        <div className="my-4 flex flex-wrap items-center justify-between gap-3">
          <FilterChips
            name="Links to show"
            chips={chips}
            on={filters.show}
            choose={(next) =>
              void navigate({
                search: ({ show: _old, ...rest }) => (next === undefined ? rest : { ...rest, show: next }),
              })
            }
          />
          <PeriodField value={filters} usual={USUAL_PERIOD} change={choose} />
        </div>
        {list.error !== null && <Problem>{list.error.message}</Problem>}
        <section aria-label="Pay links" className="overflow-hidden rounded-panel border bg-surface">
          {list.isPending && <Skeleton rows={4} height={56} />}
          {list.isSuccess && links.length === 0 && <Nothing isFirst={isFirst} make={make} />}
          {links.map((one) => (
            <Row key={one.id} one={one} isOpen={one.id === open} />
          ))}
          {list.hasNextPage && (
            <div className="flex justify-center p-3">
              <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Show older ones
              </Button>
            </div>
          )}
        </section>
      </div>
      {open === undefined ? (
        <div className="hidden rounded-panel border wide:block">
          <EmptyState>Open a link to share it, to see whether it was paid, or to cancel it.</EmptyState>
        </div>
      ) : (
        <PayLinkDetail key={open} tenant={tenant} id={open} close={() => show(undefined)} />
      )}
      {isMaking && mayMake && (
        <NewPayLink tenant={tenant} amount={filters.amount} close={(made) => show(made?.id)} />
      )}
    </div>
  )
}

function Totals({ totals }: Readonly<{ totals: PayLinkTotals | undefined }>) {
  const note = totals?.is_complete === false ? 'of the newest links' : undefined
  return (
    <Stats className="grid-cols-2 middle:grid-cols-3">
      <Stat
        name="Received"
        note={note ?? 'Naira that arrived and stayed'}
        className="col-span-2 middle:col-span-1"
        isLarge
      >
        {totals === undefined ? '…' : <Money kobo={koboOf(totals.received)} />}
      </Stat>
      <Stat
        name="Paid"
        note={
          totals === undefined
            ? 'Loading'
            : `of ${totals.links} ${String(totals.links) === '1' ? 'link' : 'links'}`
        }
        className="border-t middle:border-t-0 middle:border-l"
      >
        {totals?.paid ?? '…'}
      </Stat>
      <Stat
        name="Open"
        note={
          totals === undefined ? (
            'Loading'
          ) : (
            <>
              ask for <Money kobo={koboOf(totals.open_amount)} />
            </>
          )
        }
        className="border-t border-l middle:border-t-0"
      >
        {totals?.open ?? '…'}
      </Stat>
    </Stats>
  )
}

function Row({ one, isOpen }: Readonly<{ one: PayLink; isOpen: boolean }>) {
  return (
    <Link
      from="/$business/$mode/pay-links"
      to="/$business/$mode/pay-links"
      search={(before: object) => ({ ...before, open: one.id })}
      aria-current={isOpen ? 'true' : undefined}
      className={joinClasses(
        'grid min-h-14 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 border-b px-4 py-2 text-small last:border-b-0 hover:bg-sunken focus-visible:-outline-offset-2 middle:grid-cols-[16px_minmax(0,1fr)_auto_120px]',
        isOpen && 'bg-brand-soft hover:bg-brand-soft',
      )}
    >
      <Link2 size={16} aria-hidden className="text-muted" />
      <span className="min-w-0">
        <span className="block truncate font-medium">{one.description ?? one.reference}</span>
        <span className="block truncate text-caption text-muted">
          <time dateTime={one.created_at}>{clockOf(one.created_at)}</time>, {ageOf(one.created_at)}
          {one.status === 'pending_payment' && ` · open until ${clockOf(one.expires_at)}`}
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

function Nothing({ isFirst, make }: Readonly<{ isFirst: boolean; make: ReactNode }>) {
  if (!isFirst) return <EmptyState>No link matches. Choose another filter or a longer period.</EmptyState>
  return (
    <EmptyState action={make}>
      A pay link is a page that tells one payer the account and the exact amount. Send it by WhatsApp or show
      its code. When the naira arrives, we match it at once, and the NGNC is yours.
    </EmptyState>
  )
}
