import type { BalanceDay, BalanceMovement } from '@afara/sdk'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowDownLeft, ArrowUpRight, Download } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '../shared/ui/button.tsx'
import { Money } from '../shared/ui/money.tsx'
import { Panel } from '../shared/ui/panel.tsx'
import { EmptyState, Problem, Skeleton } from '../shared/ui/placeholder.tsx'
import { Stat, Stats } from '../shared/ui/stat.tsx'
import { saveFile, type Tenant } from './ask-api.ts'
import { BalanceHeader } from './balance-header.tsx'
import { daysOf, PeriodField, type PeriodSearch } from './period.tsx'
import { useTenant } from './use-account.ts'
import { balanceDaysQuery, type Days, movementsQuery } from './use-balance.ts'
import { balancesQuery } from './use-transactions.ts'
import { clockOf, isoToday, koboOf, shortDayOf } from './words.ts'

const BalanceChart = lazy(async () => ({ default: (await import('./balance-chart.tsx')).BalanceChart }))

const USUAL = 'month'

/** What the balance is, what moved it in a period, and the statement of the period. */
export function BalancePage() {
  const tenant = useTenant()
  const search: PeriodSearch = useSearch({ from: '/$business/$mode/balance' })
  const navigate = useNavigate({ from: '/$business/$mode/balance' })
  const chosen = daysOf(search, USUAL)
  const to = chosen.to ?? isoToday()
  const period: Days = { from: chosen.from ?? to, to }
  const balances = useQuery(balancesQuery(tenant))
  const days = useQuery(balanceDaysQuery(tenant, period))
  const now = balances.data?.balances.find(({ asset }) => asset === 'NGNC')
  const hasMoved = days.data?.days.some(({ closing, in: came, out: went }) =>
    [closing, came, went].some((amount) => koboOf(amount) !== '0'),
  )
  const problem = balances.error ?? days.error
  return (
    <>
      <title>{`Balance · ${tenant.name} · Afara`}</title>
      <BalanceHeader>
        <PeriodField
          value={search}
          usual={USUAL}
          choices={['today', 'week', 'month', 'quarter', 'custom']}
          change={(next) => void navigate({ search: next })}
        />
      </BalanceHeader>
      {problem !== null && <Problem>{problem.message}</Problem>}
      <Stats className="grid-cols-2 middle:grid-cols-[1.3fr_1fr_1fr_1fr]">
        <Stat
          name="Available"
          note={
            balances.data?.may_hold === false ? 'Balances are off in this mode' : 'Ready to sell or withdraw'
          }
          className="col-span-2 middle:col-span-1"
          isLarge
        >
          {now === undefined ? '…' : <Tokens amount={now.available} />}
        </Stat>
        <Stat
          name="Held"
          note="By unfinished sells and withdrawals"
          className="col-span-2 border-t middle:col-span-1 middle:border-t-0 middle:border-l"
        >
          {now === undefined ? '…' : <Tokens amount={now.held} />}
        </Stat>
        <Stat name="In" note="In this period" className="border-t middle:border-t-0 middle:border-l">
          <Sum days={days.data?.days} side="in" />
        </Stat>
        <Stat name="Out" note="In this period" className="border-t border-l middle:border-t-0">
          <Sum days={days.data?.days} side="out" />
        </Stat>
      </Stats>
      {hasMoved === true && days.data !== undefined && (
        <Panel title="Balance by day" aside="At midnight in Lagos" className="mt-4">
          <Suspense fallback={<Skeleton rows={4} />}>
            <BalanceChart days={days.data.days} />
          </Suspense>
        </Panel>
      )}
      <Movements tenant={tenant} period={period} />
    </>
  )
}

function Tokens({ amount }: Readonly<{ amount: string | number }>) {
  return (
    <>
      <Money kobo={koboOf(amount)} unit="" />{' '}
      <span className="text-caption font-medium text-muted">NGNC</span>
    </>
  )
}

/** The sum of what came in or went out. Amounts are added as whole kobo. */
function Sum({ days, side }: Readonly<{ days: readonly BalanceDay[] | undefined; side: 'in' | 'out' }>) {
  if (days === undefined) return '…'
  const kobo = days.reduce((sum, day) => sum + BigInt(koboOf(day[side])), 0n)
  return <Money kobo={kobo.toString()} unit="" />
}

function Movements({ tenant, period }: Readonly<{ tenant: Tenant; period: Days }>) {
  const list = useInfiniteQuery(movementsQuery(tenant, period))
  const rows = list.data?.pages.flatMap(({ movements }) => movements) ?? []
  return (
    <Panel title="Movements" aside={<Statement tenant={tenant} period={period} />} className="mt-4">
      {list.error !== null && <Problem>{list.error.message}</Problem>}
      {list.isPending && <Skeleton rows={4} height={56} />}
      {list.isSuccess && rows.length === 0 && (
        <EmptyState>
          Nothing moved in this period. The NGNC of a buy or a pay link without a wallet arrives here. You can
          sell it for naira or withdraw it to a wallet.
        </EmptyState>
      )}
      <ul>
        {rows.map((one) => (
          <li key={one.movement_id} className="border-b last:border-b-0">
            <Movement one={one} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="flex justify-center p-3">
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show older ones
          </Button>
        </div>
      )}
    </Panel>
  )
}

function Movement({ one }: Readonly<{ one: BalanceMovement }>) {
  const isIn = one.direction === 'in'
  const Icon = isIn ? ArrowDownLeft : ArrowUpRight
  const row = (
    <>
      <Icon size={16} aria-hidden className="text-muted" />
      <span className="min-w-0">
        <span className="block truncate font-medium">{one.description}</span>
        <span className="block truncate text-caption text-muted">
          <time dateTime={one.at}>
            {shortDayOf(one.at)}, {clockOf(one.at)}
          </time>
          {one.reference !== null && ` · ${one.reference}`}
        </span>
      </span>
      <span className="text-right">
        <span className="block font-medium">
          {isIn ? '+' : '−'}
          <Money kobo={koboOf(one.amount)} unit="" />
        </span>
        <span className="block text-caption text-muted">
          <span className="sr-only">Balance after it: </span>
          <Money kobo={koboOf(one.balance)} unit="" />
        </span>
      </span>
    </>
  )
  const look = 'grid min-h-14 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 text-small'
  if (one.transaction_id === null) return <div className={look}>{row}</div>
  return (
    <Link
      from="/$business/$mode"
      to="/$business/$mode/transactions"
      search={{ open: one.transaction_id }}
      className={`${look} hover:bg-sunken focus-visible:-outline-offset-2`}
    >
      {row}
    </Link>
  )
}

/** Saves the statement of the period. The server refuses to write one that does not add up. */
function Statement({ tenant, period }: Readonly<{ tenant: Tenant; period: Days }>) {
  const save = useMutation({
    mutationFn: async (format: 'pdf' | 'csv') => {
      const { from, to } = period
      const name = `afara-statement-${tenant.linkTag}-${from}-to-${to}.${format}`
      await saveFile(tenant, `/balances/v1/statement/${format}?${new URLSearchParams({ from, to })}`, name)
    },
  })
  return (
    <span className="flex items-center gap-2">
      {save.error !== null && (
        <span role="alert" className="text-bad">
          {save.error.message}
        </span>
      )}
      <span className="hidden middle:inline">Statement</span>
      {(['pdf', 'csv'] as const).map((format) => (
        <Button
          key={format}
          look="quiet"
          className="h-11 text-brand! middle:h-7"
          aria-label={`Statement as ${format.toUpperCase()}`}
          disabled={save.isPending}
          onClick={() => save.mutate(format)}
        >
          <Download size={16} aria-hidden />
          {format.toUpperCase()}
        </Button>
      ))}
    </span>
  )
}
