import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, KeyRound } from 'lucide-react'
import { Button } from '../../shared/ui/button.tsx'
import { CopyId } from '../../shared/ui/copy-button.tsx'
import { Money } from '../../shared/ui/money.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import type { Tenant } from '../ask-api.ts'
import { Fact } from '../pay-out/new-payment-page.tsx'
import { mayPay, signChallenge, usePaymentRequest } from '../pay-out/use-payments.ts'
import { useTenant } from '../use-account.ts'
import { ageOf, clockOf, koboOf, shortId } from '../words.ts'
import { stateOf, type Withdrawal, withdrawalQuery } from './use-withdrawals.ts'

/** A withdrawal: what is signed, who signed it, and where the tokens are. */
export function WithdrawalPage() {
  const tenant = useTenant()
  const { withdrawal: id } = useParams({ from: '/$business/$mode/balance/withdrawals/$withdrawal' })
  const { data, error } = useQuery(withdrawalQuery(tenant, id))
  const order = data?.withdrawal_order
  return (
    <>
      <title>{`Withdrawal · ${tenant.name} · Afara`}</title>
      <Link
        from="/$business/$mode"
        to="/$business/$mode/balance/wallets"
        className="mb-2 inline-flex min-h-9 items-center gap-1 text-small font-medium text-muted hover:text-text"
      >
        <ArrowLeft size={16} aria-hidden />
        Wallets
      </Link>
      {error !== null && <Problem>{error.message}</Problem>}
      {order === undefined && error === null && <Skeleton rows={6} height={56} />}
      {order !== undefined && <Whole tenant={tenant} order={order} />}
    </>
  )
}

function Whole({ tenant, order }: Readonly<{ tenant: Tenant; order: Withdrawal }>) {
  const { tone, words } = stateOf(order)
  const path = `/withdrawal-orders/${order.withdrawal_order_id}`
  const sign = usePaymentRequest<object>(tenant, async (_nothing, ask) =>
    ask(`${path}/sign`, { credential: await signChallenge(order.challenge) }),
  )
  const end = usePaymentRequest<object>(tenant, async (_nothing, ask) => ask(`${path}/end`, 'nothing'))
  const isOpen = order.state === 'unsigned' || order.state === 'proposed'
  const maySign = mayPay(tenant) && (order.is_own ? order.state === 'unsigned' : order.state === 'proposed')
  const error = sign.error ?? end.error
  const isBusy = sign.isPending || end.isPending
  return (
    <div className="max-w-160">
      <div className="mb-4">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="text-title font-semibold tracking-tight">Withdrawal to {order.label}</h1>
          <Pill tone={tone}>{words}</Pill>
        </div>
        <p className="text-small text-muted">
          Proposed by {order.is_own ? 'you' : order.proposed_by}, {clockOf(order.created_at)},{' '}
          {ageOf(order.created_at)}
        </p>
      </div>
      <Panel title={isOpen ? 'What you sign' : 'What was signed'}>
        <div className="flex flex-col gap-3 p-4 text-small">
          <p className="text-display font-semibold tracking-tight">
            <Money kobo={koboOf(order.amount)} unit="" />{' '}
            <span className="text-lead font-medium text-muted">NGNC</span>
          </p>
          <div>
            <p className="text-caption text-muted">{order.network}</p>
            <p className="font-mono text-body break-all">{order.wallet_address}</p>
          </div>
          <dl className="flex flex-col gap-2">
            <Fact name="Fee">None</Fact>
            <Fact name="Fingerprint">
              <span className="font-mono">{order.code}</span>
            </Fact>
            <Fact name="Reference">
              <span className="break-all">{order.reference}</span>
            </Fact>
            <Fact name="Proposed by">{order.is_own ? 'You' : order.proposed_by}</Fact>
            {order.approved_by !== null && <Fact name="Approved by">{order.approved_by}</Fact>}
            {order.ended_by !== null && <Fact name="Ended by">{order.ended_by}</Fact>}
            {order.transaction_id !== null && (
              <Fact name="Transaction">
                <CopyId id={order.transaction_id} short={shortId(order.transaction_id)} />
              </Fact>
            )}
          </dl>
          {order.refusal !== null && <Problem>{order.refusal.message}</Problem>}
          <p className="text-caption text-muted">{nextOf(order, maySign)}</p>
          {error !== null && <Problem>{error.message}</Problem>}
          {maySign && (
            <Button
              look="primary"
              className="h-12 middle:h-10"
              disabled={isBusy}
              onClick={() => sign.mutate()}
            >
              <KeyRound size={16} aria-hidden />
              {order.is_own ? 'Sign with passkey' : 'Approve with passkey'}
            </Button>
          )}
          {isOpen && mayPay(tenant) && (
            <Button disabled={isBusy} onClick={() => end.mutate()}>
              {order.is_own ? 'Cancel the withdrawal' : 'Refuse the withdrawal'}
            </Button>
          )}
          {order.transaction_id !== null && (
            <Button asChild>
              <Link
                from="/$business/$mode"
                to="/$business/$mode/transactions"
                search={{ open: order.transaction_id }}
              >
                Follow it among the transactions
              </Link>
            </Button>
          )}
        </div>
      </Panel>
    </div>
  )
}

function nextOf(order: Withdrawal, maySign: boolean): string {
  if (order.refusal !== null) return 'Nothing left your balance. Withdraw again when the reason is gone.'
  switch (order.state) {
    case 'unsigned':
      return 'Your passkey signs exactly this. Nothing is sent before you sign.'
    case 'proposed':
      return maySign
        ? 'Compare the fingerprint with the member who proposed it. Your passkey signs exactly this, and then it is sent. It cannot be undone.'
        : order.is_own
          ? 'Another member must approve it. Tell them the fingerprint, so that they know it is the same withdrawal.'
          : 'An owner, an administrator or a finance member must approve it.'
    case 'approved':
      return order.status === 'completed'
        ? 'The tokens arrived at the wallet.'
        : 'The tokens are sent once. If they cannot be sent, they come back to your balance.'
    default:
      return 'Nothing was sent. Your balance did not change.'
  }
}
