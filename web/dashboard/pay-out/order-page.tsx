import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, Download } from 'lucide-react'
import { Button } from '../../shared/ui/button.tsx'
import { CopyId } from '../../shared/ui/copy-button.tsx'
import { Money } from '../../shared/ui/money.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { Scroller } from '../../shared/ui/scroller.tsx'
import { saveBlob, type Tenant } from '../ask-api.ts'
import { useTenant } from '../use-account.ts'
import { ageOf, clockOf, koboOf, shortId } from '../words.ts'
import { Fact } from './new-payment-page.tsx'
import { counted, groupedAccount, itemOf, stateOf } from './order-words.ts'
import { writeOutcomes } from './read-file.ts'
import {
  type Item,
  mayPay,
  type Order,
  orderQuery,
  signChallenge,
  usePaymentRequest,
} from './use-payments.ts'

/** An order: what is signed, who signed it, and where each payment is. */
export function OrderPage() {
  const tenant = useTenant()
  const { order: id } = useParams({ from: '/$business/$mode/pay-out/$order' })
  const { data, error } = useQuery(orderQuery(tenant, id))
  const order = data?.payment_order
  return (
    <>
      <title>{`${order?.reference ?? 'Payment order'} · ${tenant.name} · Afara`}</title>
      <Link
        from="/$business/$mode"
        to="/$business/$mode/pay-out"
        className="mb-2 inline-flex min-h-9 items-center gap-1 text-small font-medium text-muted hover:text-text"
      >
        <ArrowLeft size={16} aria-hidden />
        Pay out
      </Link>
      {error !== null && <Problem>{error.message}</Problem>}
      {order === undefined && error === null && <Skeleton rows={6} height={56} />}
      {order !== undefined && <WholeOrder tenant={tenant} order={order} />}
    </>
  )
}

function WholeOrder({ tenant, order }: Readonly<{ tenant: Tenant; order: Order }>) {
  const { tone, words } = stateOf(order)
  return (
    <>
      <div className="mb-4">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="text-title font-semibold tracking-tight break-all">{order.reference}</h1>
          <Pill tone={tone}>{words}</Pill>
        </div>
        <p className="text-small text-muted">
          Proposed by {order.is_own ? 'you' : order.proposed_by}, {clockOf(order.created_at)},{' '}
          {ageOf(order.created_at)}
        </p>
      </div>
      <div className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_344px] wide:items-start wide:gap-6">
        <Panel
          title="Payments"
          aside={
            order.state === 'approved'
              ? `${order.paid_count} of ${order.count} paid`
              : counted(order.count, 'payment')
          }
          className="max-wide:order-last"
        >
          {order.state === 'approved' && <Progress order={order} />}
          <Scroller name="Payments" className="max-h-[64dvh]">
            <ul>
              {order.items.map((item) => (
                <ItemRow key={item.number} item={item} isPaying={order.state === 'approved'} />
              ))}
            </ul>
          </Scroller>
        </Panel>
        <SignPanel tenant={tenant} order={order} />
      </div>
    </>
  )
}

function Progress({ order }: Readonly<{ order: Order }>) {
  return (
    <progress
      aria-label="Paid"
      value={Number(order.paid_count)}
      max={Number(order.count)}
      className="h-1 w-full appearance-none bg-sunken accent-good [&::-moz-progress-bar]:bg-good [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-good"
    />
  )
}

function ItemRow({ item, isPaying }: Readonly<{ item: Item; isPaying: boolean }>) {
  const { tone, words } = itemOf(item)
  const row = (
    <>
      <span className="min-w-0">
        <span className="block truncate font-medium">{item.account_name}</span>
        <span className="block truncate text-caption text-muted">
          {groupedAccount(item.account_number)} · {item.bank_name} · {item.reference}
        </span>
        {item.refusal !== null && <span className="block text-caption text-bad">{item.refusal.message}</span>}
      </span>
      <span className="flex flex-col items-end gap-1 middle:contents">
        {isPaying && (
          <span className="order-last middle:order-none">
            <Pill tone={tone}>{words}</Pill>
          </span>
        )}
        <span className="text-right font-medium middle:col-start-3">
          <Money kobo={koboOf(item.amount)} />
        </span>
      </span>
    </>
  )
  const look =
    'grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b px-4 py-2 text-small middle:grid-cols-[minmax(0,1fr)_auto_136px]'
  return (
    <li>
      {item.transaction_id === null ? (
        <div className={look}>{row}</div>
      ) : (
        <Link
          from="/$business/$mode"
          to="/$business/$mode/transactions"
          search={{ open: item.transaction_id }}
          className={`${look} hover:bg-sunken focus-visible:-outline-offset-2`}
        >
          {row}
        </Link>
      )}
    </li>
  )
}

/** What is signed, said once more beside the button. A proposer never sees "Approve". */
function SignPanel({ tenant, order }: Readonly<{ tenant: Tenant; order: Order }>) {
  const path = `/payment-orders/${order.payment_order_id}`
  const sign = usePaymentRequest<object>(tenant, async (_nothing, ask) =>
    ask(`${path}/sign`, { credential: await signChallenge(order.challenge) }),
  )
  const end = usePaymentRequest<object>(tenant, async (_nothing, ask) => ask(`${path}/end`, 'nothing'))
  const retry = usePaymentRequest<object>(tenant, async (_nothing, ask) => ask(`${path}/retry`, 'nothing'))
  const isOpen = order.state === 'unsigned' || order.state === 'proposed'
  const maySign = mayPay(tenant) && (order.is_own ? order.state === 'unsigned' : order.state === 'proposed')
  const error = sign.error ?? end.error ?? retry.error
  const isBusy = sign.isPending || end.isPending || retry.isPending
  return (
    <Panel title={isOpen ? 'What you sign' : 'What was signed'} className="wide:sticky wide:top-20">
      <div className="flex flex-col gap-3 p-4 text-small">
        <p className="text-display font-semibold tracking-tight">
          <Money kobo={koboOf(order.total)} />
        </p>
        <dl className="flex flex-col gap-2">
          <Fact name="Payments">{order.count}</Fact>
          <Fact name="Paid from">Your balance</Fact>
          <Fact name="Fingerprint">
            <span className="font-mono">{order.code}</span>
          </Fact>
          <Fact name="Order">
            <CopyId id={order.payment_order_id} short={shortId(order.payment_order_id)} />
          </Fact>
          <Fact name="Proposed by">{order.is_own ? 'You' : order.proposed_by}</Fact>
          {order.approved_by !== null && <Fact name="Approved by">{order.approved_by}</Fact>}
          {order.ended_by !== null && <Fact name="Ended by">{order.ended_by}</Fact>}
        </dl>
        <p className="text-caption text-muted">{nextOf(order, maySign)}</p>
        {error !== null && <Problem>{error.message}</Problem>}
        {maySign && (
          <Button look="primary" className="h-12 middle:h-10" disabled={isBusy} onClick={() => sign.mutate()}>
            {order.is_own ? 'Sign with passkey' : 'Approve with passkey'}
          </Button>
        )}
        {isOpen && mayPay(tenant) && (
          <Button disabled={isBusy} onClick={() => end.mutate()}>
            {order.is_own ? 'Withdraw the order' : 'Refuse the order'}
          </Button>
        )}
        {order.refused_count !== '0' && mayPay(tenant) && (
          <Button look="primary" disabled={isBusy} onClick={() => retry.mutate()}>
            Try {counted(order.refused_count, 'payment')} again
          </Button>
        )}
        {order.state === 'approved' && (
          <Button
            onClick={() =>
              saveBlob(
                new Blob([writeOutcomes(order.items)], { type: 'text/csv' }),
                `afara-${order.reference}.csv`,
              )
            }
          >
            <Download size={16} aria-hidden />
            Outcomes as CSV
          </Button>
        )}
      </div>
    </Panel>
  )
}

function nextOf(order: Order, maySign: boolean): string {
  switch (order.state) {
    case 'unsigned':
      return 'Your passkey signs every payment on this page. Nothing is paid before you sign.'
    case 'proposed':
      return maySign
        ? 'Compare the fingerprint with the member who proposed it. Your passkey signs exactly these payments, and then they are made. It cannot be undone.'
        : order.is_own
          ? 'Another member must approve it. Tell them the fingerprint, so that they know it is the same order.'
          : 'An owner, an administrator or a finance member must approve it.'
    case 'approved':
      return order.refused_count === '0'
        ? 'Each payment is made once. A payment that a bank returns comes back to your balance.'
        : 'A payment that was not made took nothing from your balance. It is tried again under the same reference, so it cannot be paid twice.'
    default:
      return 'None of its payments was made. You can use its references again.'
  }
}
