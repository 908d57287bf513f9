import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Money } from '../../shared/ui/money.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { EmptyState, Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { useTenant } from '../use-account.ts'
import { withdrawalsQuery } from '../withdraw/use-withdrawals.ts'
import { WithdrawalRow } from '../withdraw/wallets-page.tsx'
import { ageOf, clockOf, koboOf } from '../words.ts'
import { Beneficiaries } from './beneficiaries.tsx'
import { LimitDialog } from './limit-dialog.tsx'
import { counted, stateOf } from './order-words.ts'
import { type Limit, type ListedOrder, mayPay, ordersQuery } from './use-payments.ts'

/** The payment orders of the business, its beneficiaries, and who may pay alone. */
export function PayOutPage() {
  const tenant = useTenant()
  const { data, error } = useQuery({ ...ordersQuery(tenant), enabled: tenant.role !== 'developer' })
  const orders = data?.payment_orders
  const withdrawals = useQuery({ ...withdrawalsQuery(tenant), enabled: tenant.role !== 'developer' })
  // One place for everything that a second member approves.
  const waiting = withdrawals.data?.withdrawal_orders.filter(({ state }) => state === 'proposed') ?? []
  return (
    <>
      <title>{`Pay out · ${tenant.name} · Afara`}</title>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-title font-semibold tracking-tight">Pay out</h1>
          <p className="text-small text-muted">Naira to bank accounts, from your balance.</p>
        </div>
        {mayPay(tenant) && (
          <div className="flex gap-2">
            <Button asChild>
              <Link from="/$business/$mode" to="/$business/$mode/pay-out/new" search={{ from: 'file' }}>
                <Upload size={16} aria-hidden />
                Upload a CSV
              </Link>
            </Button>
            <Button asChild look="primary">
              <Link from="/$business/$mode" to="/$business/$mode/pay-out/new">
                <Plus size={16} aria-hidden />
                New payment
              </Link>
            </Button>
          </div>
        )}
      </div>
      {tenant.role === 'developer' ? (
        <Problem>
          Your role does not show payments. Ask an owner, an administrator or a finance member.
        </Problem>
      ) : (
        <div className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_360px] wide:items-start wide:gap-6">
          <Panel title="Payment orders" aside="The newest 100">
            {orders === undefined && error === null && <Skeleton rows={4} height={56} />}
            {error !== null && (
              <div className="p-4">
                <Problem>{error.message}</Problem>
              </div>
            )}
            {orders?.length === 0 && waiting.length === 0 && (
              <EmptyState>
                Pay one person, or a whole payroll from a file. You propose with your passkey, and another
                member approves with theirs. Every order stays here.
              </EmptyState>
            )}
            <ul>
              {waiting.map((order) => (
                <WithdrawalRow key={order.withdrawal_order_id} order={order} />
              ))}
              {orders?.map((order) => (
                <OrderRow key={order.payment_order_id} order={order} />
              ))}
            </ul>
          </Panel>
          <div className="flex min-w-0 flex-col gap-4">
            {data !== undefined && <WhoPays limit={data.limit} />}
            <Beneficiaries tenant={tenant} />
          </div>
        </div>
      )}
    </>
  )
}

function OrderRow({ order }: Readonly<{ order: ListedOrder }>) {
  const { tone, words } = stateOf(order)
  return (
    <li>
      <Link
        from="/$business/$mode"
        to="/$business/$mode/pay-out/$order"
        params={{ order: order.payment_order_id }}
        className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b px-4 py-2 text-small hover:bg-sunken focus-visible:-outline-offset-2 middle:grid-cols-[minmax(0,1fr)_auto_136px]"
      >
        <span className="min-w-0">
          <span className="block truncate font-medium">{order.reference}</span>
          <span className="block truncate text-caption text-muted">
            <time dateTime={order.created_at}>{clockOf(order.created_at)}</time>, {ageOf(order.created_at)} ·{' '}
            {counted(order.count, 'payment')} · {order.is_own ? 'you' : order.proposed_by}
          </span>
        </span>
        <span className="flex flex-col items-end gap-1 middle:contents">
          <span className="order-last middle:order-none">
            <Pill tone={tone}>{words}</Pill>
          </span>
          <span className="text-right font-medium">
            <Money kobo={koboOf(order.total)} />
          </span>
        </span>
      </Link>
    </li>
  )
}

function WhoPays({ limit }: Readonly<{ limit: Limit }>) {
  const tenant = useTenant()
  const [isOpen, setIsOpen] = useState(false)
  const isNone = koboOf(limit.amount) === '0'
  return (
    <Panel title="Who approves">
      <div className="flex flex-col gap-3 p-4 text-small">
        {isNone ? (
          <p>Two members sign every order and every withdrawal: the one who proposes it and another one.</p>
        ) : (
          <p>
            One member may pay out and withdraw <Money kobo={koboOf(limit.amount)} /> in 24 hours alone;{' '}
            <Money kobo={koboOf(limit.used)} /> is used. Everything above, and every new account, needs a
            second member.
          </p>
        )}
        {tenant.role === 'owner' && (
          <div>
            <Button onClick={() => setIsOpen(true)}>Change the limit</Button>
          </div>
        )}
      </div>
      {isOpen && <LimitDialog tenant={tenant} limit={limit} close={() => setIsOpen(false)} />}
    </Panel>
  )
}
