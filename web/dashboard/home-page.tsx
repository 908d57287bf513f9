import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../shared/ui/button.tsx'
import { Money } from '../shared/ui/money.tsx'
import { Panel } from '../shared/ui/panel.tsx'
import { Pill, type Tone } from '../shared/ui/pill.tsx'
import { EmptyState, Problem, Skeleton } from '../shared/ui/placeholder.tsx'
import { askApi, type Tenant } from './ask-api.ts'
import { TransactionRow } from './transaction-row.tsx'
import { useTenant } from './use-account.ts'
import { balancesQuery, banksQuery, listQuery, type Transaction } from './use-transactions.ts'
import { dayToday, isoToday, koboOf, needsYou, toneOf, wordsOf } from './words.ts'

/** What a business wants to know first: its money, what needs a decision, and whether the banks work. */
export function HomePage() {
  const tenant = useTenant()
  const balances = useQuery(balancesQuery(tenant))
  const today = useInfiniteQuery(listQuery(tenant, {}, isoToday()))
  const latest = useInfiniteQuery(listQuery(tenant, {}))
  const waiting = useInfiniteQuery(listQuery(tenant, { status: needsYou.join(',') }))
  const ofToday = today.data?.pages.flatMap(({ transactions }) => transactions)
  const rows = latest.data?.pages.flatMap(({ transactions }) => transactions)
  const available = balances.data?.balances.find(({ asset }) => asset === 'NGNC')?.available
  return (
    <>
      <title>{`Home · ${tenant.name} · Afara`}</title>
      <h1 className="text-title font-semibold tracking-tight">Home</h1>
      <p className="mb-4 text-small text-muted">{dayToday()}, Lagos</p>
      {balances.error !== null && <Problem>{balances.error.message}</Problem>}
      <dl className="grid grid-cols-2 overflow-hidden rounded-panel border bg-surface middle:grid-cols-[1.3fr_1fr_1fr]">
        <Stat
          name="Balance"
          className="col-span-2 middle:col-span-1"
          note={
            balances.data?.may_hold === false ? 'Balances are off in this mode' : 'Ready to sell or withdraw'
          }
          isLarge
        >
          {available === undefined ? '…' : <Money kobo={koboOf(available)} unit="" />}{' '}
          <span className="text-caption font-medium text-muted">NGNC</span>
        </Stat>
        <Stat
          name="In today"
          note={countOf(ofToday, 'Buy')}
          className="border-t middle:border-t-0 middle:border-l"
        >
          <SumOf transactions={ofToday} type="Buy" />
        </Stat>
        <Stat
          name="Out today"
          note={countOf(ofToday, 'Sell')}
          className="border-t border-l middle:border-t-0"
        >
          <SumOf transactions={ofToday} type="Sell" />
        </Stat>
      </dl>
      <div className="mt-4 grid gap-4 wide:grid-cols-[minmax(0,1fr)_320px] wide:gap-6">
        <div className="flex min-w-0 flex-col gap-4">
          <NeedsYou rows={waiting.data?.pages.flatMap(({ transactions }) => transactions)} />
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

function Stat({
  name,
  note,
  isLarge = false,
  className,
  children,
}: Readonly<{ name: string; note: string; isLarge?: boolean; className?: string; children: ReactNode }>) {
  return (
    <div className={`min-w-0 px-4 py-3 ${className ?? ''}`}>
      <dt className="text-caption font-medium text-muted">{name}</dt>
      <dd
        className={`my-1 font-semibold tracking-tight ${isLarge ? 'text-display middle:text-title' : 'text-lead middle:text-title'}`}
      >
        {children}
      </dd>
      <dd className="text-caption text-muted">{note}</dd>
    </div>
  )
}

/** The total of what completed. Amounts are added as whole kobo. */
function SumOf({
  transactions,
  type,
}: Readonly<{ transactions: readonly Transaction[] | undefined; type: string }>) {
  if (transactions === undefined) return '…'
  const done = transactions.filter((one) => one.type === type && one.status === 'completed')
  const kobo = done.reduce((sum, { amount }) => sum + BigInt(koboOf(amount)), 0n)
  return <Money kobo={kobo.toString()} />
}

function countOf(transactions: readonly Transaction[] | undefined, type: string): string {
  if (transactions === undefined) return 'Loading'
  const ofType = transactions.filter((one) => one.type === type)
  const done = ofType.filter(({ status }) => status === 'completed').length
  const rest = transactions.length >= 100 ? ' of the last 100' : ''
  return `${done} of ${ofType.length} ${type === 'Buy' ? 'buys' : 'sells'} completed${rest}`
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
