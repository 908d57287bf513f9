import type { TransactionTotalsReply } from '@afara/sdk'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Link2, Play } from 'lucide-react'
import { Button } from '../shared/ui/button.tsx'
import { Money } from '../shared/ui/money.tsx'
import { Panel } from '../shared/ui/panel.tsx'
import { Pill, type Tone } from '../shared/ui/pill.tsx'
import { EmptyState, Problem, Skeleton } from '../shared/ui/placeholder.tsx'
import { Stat, Stats } from '../shared/ui/stat.tsx'
import { askApi, type Tenant } from './ask-api.ts'
import { sumOfCompleted } from './completed-sum.ts'
import { GoLiveCard } from './go-live/go-live-card.tsx'
import { MoneyStages } from './money-stages.tsx'
import { dayBefore } from './period.tsx'
import { TransactionRow } from './transaction-row.tsx'
import { useTenant } from './use-account.ts'
import {
  balancesQuery,
  banksQuery,
  listQuery,
  type Transaction,
  totalsQuery,
  unmatchedQuery,
} from './use-transactions.ts'
import { clockOf, dayToday, koboOf, needsYou, shortDayOf, toneOf, wordsOf } from './words.ts'

/** What a business wants to know first: its money, what needs a decision, and whether the banks work. */
export function HomePage() {
  const tenant = useTenant()
  const balances = useQuery(balancesQuery(tenant))
  const today = useQuery(totalsQuery(tenant, { period: 'today' }))
  const dayAgo = dayBefore(1)
  const yesterday = useQuery(totalsQuery(tenant, { period: 'custom', from: dayAgo, to: dayAgo }))
  const latest = useInfiniteQuery(listQuery(tenant, {}))
  const waiting = useInfiniteQuery(listQuery(tenant, { status: needsYou.join(',') }))
  const rows = latest.data?.pages.flatMap(({ transactions }) => transactions)
  const available = balances.data?.balances.find(({ asset }) => asset === 'NGNC')?.available
  const problem = balances.error ?? today.error ?? latest.error
  return (
    <>
      <title>{`Home · ${tenant.name} · Afara`}</title>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-title font-semibold tracking-tight">Home</h1>
          <p className="text-small text-muted">{dayToday()}, Lagos</p>
        </div>
        {tenant.role !== 'viewer' && (
          <Button asChild>
            <Link from="/$business/$mode" to="/$business/$mode/pay-links" search={{ open: 'new' }}>
              <Link2 size={16} aria-hidden />
              New pay link
            </Link>
          </Button>
        )}
      </div>
      {problem !== null && <Problem>{problem.message}</Problem>}
      <Stats className="grid-cols-2 middle:grid-cols-[1.3fr_1fr_1fr]">
        <Stat
          name="Balance"
          className="col-span-2 middle:col-span-1"
          note={
            balances.data?.may_hold === false ? (
              'Balances are off in this mode'
            ) : (
              <Link
                from="/$business/$mode"
                to="/$business/$mode/balance"
                className="underline underline-offset-2"
              >
                Ready to sell or withdraw
              </Link>
            )
          }
          isLarge
        >
          {available === undefined ? '…' : <Money kobo={koboOf(available)} unit="" />}{' '}
          <span className="text-caption font-medium text-muted">NGNC</span>
        </Stat>
        <Stat
          name="In today"
          note={<Comparison today={today.data} yesterday={yesterday.data} type="Buy" />}
          className="border-t middle:border-t-0 middle:border-l"
        >
          <SumOf totals={today.data} type="Buy" />
        </Stat>
        <Stat
          name="Out today"
          note={<Comparison today={today.data} yesterday={yesterday.data} type="Sell" />}
          className="border-t border-l middle:border-t-0"
        >
          <SumOf totals={today.data} type="Sell" />
        </Stat>
      </Stats>
      <GoLiveCard />
      <div className="mt-4 grid gap-4 wide:grid-cols-[minmax(0,1fr)_320px] wide:gap-6">
        <div className="flex min-w-0 flex-col gap-4">
          <NeedsYou rows={waiting.data?.pages.flatMap(({ transactions }) => transactions)} />
          <Unmatched tenant={tenant} />
          <MoneyStages tenant={tenant} />
          <Panel title="Latest transactions" aside={<AllLink />}>
            {rows === undefined && <Skeleton rows={4} height={56} />}
            {rows?.length === 0 && <FirstBuy tenant={tenant} />}
            {rows?.slice(0, 6).map((one) => (
              <TransactionRow key={one.transaction_id} one={one} isOpen={false} />
            ))}
          </Panel>
        </div>
        <Banks tenant={tenant} />
      </div>
    </>
  )
}

function SumOf({ totals, type }: Readonly<{ totals: Totals; type: string }>) {
  if (totals === undefined) return '…'
  return <Money kobo={sumOfCompleted(totals, type).toString()} />
}

type Totals = TransactionTotalsReply | undefined

function Comparison({
  today,
  yesterday,
  type,
}: Readonly<{ today: Totals; yesterday: Totals; type: 'Buy' | 'Sell' }>) {
  return (
    <>
      {countOf(today, type)}
      <span className="block">
        Yesterday <SumOf totals={yesterday} type={type} />
      </span>
    </>
  )
}

function countOf(totals: Totals, type: string): string {
  if (totals === undefined) return 'Loading'
  const ofType = totals.totals.filter((one) => one.type === type)
  const add = (rows: typeof ofType) => rows.reduce((sum, { count }) => sum + BigInt(count), 0n)
  const done = add(ofType.filter(({ status }) => status === 'completed'))
  const rest = totals.is_complete ? '' : ', of the newest'
  return `${done} of ${add(ofType)} ${type === 'Buy' ? 'buys' : 'sells'} completed${rest}`
}

function NeedsYou({ rows }: Readonly<{ rows: readonly Transaction[] | undefined }>) {
  return (
    <Panel title="Needs you" aside={rows === undefined ? '' : rows.length}>
      {rows === undefined && <Skeleton rows={1} height={56} />}
      {rows?.length === 0 && (
        <EmptyState>Nothing waits for you. A payment that is short, late or unclear appears here.</EmptyState>
      )}
      {rows?.slice(0, 5).map((one) => (
        <Link
          key={one.transaction_id}
          from="/$business/$mode"
          to="/$business/$mode/transactions"
          search={{ open: one.transaction_id }}
          className="flex min-h-14 items-center justify-between gap-3 border-b px-4 py-2 text-small last:border-b-0 hover:bg-sunken focus-visible:-outline-offset-2"
        >
          <span className="min-w-0">
            <Pill tone={toneOf(one.status)}>{wordsOf(one.status)}</Pill>
            <span className="mt-1 block text-caption text-muted">
              {one.needs[0]?.message ?? `${one.type} ${one.reference}`}
            </span>
          </span>
          <span className="font-medium">
            <Money kobo={koboOf(one.amount)} />
          </span>
        </Link>
      ))}
    </Panel>
  )
}

const momentOf = (at: string): string => `${shortDayOf(at)}, ${clockOf(at)}`

/** Payments that arrived for this business and are not matched to a transaction yet. Usually there are none; then it shows nothing. */
function Unmatched({ tenant }: Readonly<{ tenant: Tenant }>) {
  const { data: payments = [] } = useQuery(unmatchedQuery(tenant))
  if (payments.length === 0) return null
  return (
    <Panel title="Received, not matched yet" aria-label="Received, not matched yet" aside={payments.length}>
      <ul>
        {payments.slice(0, 5).map((one) => (
          <li
            key={one.id}
            className="flex min-h-14 items-center justify-between gap-3 border-b px-4 py-2 text-small last:border-b-0"
          >
            <span className="min-w-0">
              <span className="block font-medium">
                <Money kobo={koboOf(one.amount)} />
              </span>
              <span className="block text-caption text-muted">
                Received {momentOf(one.received_at)}. {one.message} By {momentOf(one.expected_by)}.
              </span>
            </span>
            {one.transaction_id !== null && (
              <Link
                from="/$business/$mode"
                to="/$business/$mode/transactions"
                search={{ open: one.transaction_id }}
                className="shrink-0 font-medium text-brand hover:underline"
              >
                Buy
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function AllLink() {
  return (
    <Link
      from="/$business/$mode"
      to="/$business/$mode/transactions"
      className="text-small font-medium text-brand hover:underline"
    >
      All transactions
    </Link>
  )
}

/** Teaches by doing: one click shows a whole buy. */
function FirstBuy({ tenant }: Readonly<{ tenant: Tenant }>) {
  const client = useQueryClient()
  const run = useMutation({
    mutationFn: async () =>
      askApi<object>(tenant, '/sandbox/v1/scenarios/paid_exactly', {
        business_id: tenant.businessId,
        link_tag: tenant.linkTag,
        amount: '25000',
      }),
    onSuccess: async () => client.invalidateQueries({ queryKey: [tenant.businessId, tenant.mode] }),
  })
  if (tenant.mode === 'live')
    return <EmptyState>Live buys and sells appear here, the newest first.</EmptyState>
  return (
    <EmptyState
      action={
        <Button look="primary" disabled={run.isPending} onClick={() => run.mutate()}>
          <Play size={16} aria-hidden />
          Run a first buy
        </Button>
      }
    >
      {run.error?.message ??
        'Buys and sells appear here. Run one in the sandbox: a simulated payer sends ₦25,000.00, and 25,000.00 NGNC arrive in a test wallet.'}
    </EmptyState>
  )
}

const bankTones: Readonly<Record<string, Tone>> = {
  good: 'good',
  slow: 'warn',
  degraded: 'warn',
  down: 'bad',
}
const bankWords: Readonly<Record<string, string>> = {
  good: 'Working',
  slow: 'Slow',
  degraded: 'Failing',
  down: 'Down',
}

function Banks({ tenant }: Readonly<{ tenant: Tenant }>) {
  const { data } = useQuery(banksQuery(tenant))
  return (
    <Panel title="Time to pay out" aside="from our own payouts" className="self-start">
      {data === undefined && <Skeleton rows={3} />}
      {data?.length === 0 && (
        <EmptyState>After five payouts to a bank in a week, you see here how fast it is.</EmptyState>
      )}
      <ul>
        {data?.slice(0, 8).map(({ code, name, health }) => (
          <li
            key={code}
            className="grid h-11 grid-cols-[1fr_auto_80px] items-center gap-3 border-b px-4 text-small last:border-b-0"
          >
            <span className="truncate">{name}</span>
            <span className="text-muted">
              {health.typical_seconds === null ? '' : `${health.typical_seconds} s`}
            </span>
            <Pill tone={bankTones[health.state] ?? 'ended'}>{bankWords[health.state] ?? health.state}</Pill>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
