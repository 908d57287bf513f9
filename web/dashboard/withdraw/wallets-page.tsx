import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { CopyId } from '../../shared/ui/copy-button.tsx'
import { Money } from '../../shared/ui/money.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { EmptyState, Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { BalanceHeader } from '../balance-header.tsx'
import { mayPay } from '../pay-out/use-payments.ts'
import { useTenant } from '../use-account.ts'
import { ageOf, clockOf, koboOf, shortId, untilOf } from '../words.ts'
import {
  type EnrolledWallet,
  type ListedWithdrawal,
  stateOf,
  walletsQuery,
  withdrawalsQuery,
} from './use-withdrawals.ts'
import { ApproveDialog, EnrolDialog, RemoveDialog } from './wallet-dialogs.tsx'

type Question = Readonly<{ kind: 'enrol' } | { kind: 'approve' | 'remove'; wallet: EnrolledWallet }>

/** Where the balance may go, and what went there. */
export function WalletsPage() {
  const tenant = useTenant()
  const isShown = tenant.role !== 'developer'
  const wallets = useQuery({ ...walletsQuery(tenant), enabled: isShown })
  const withdrawals = useQuery({ ...withdrawalsQuery(tenant), enabled: isShown })
  const [question, setQuestion] = useState<Question>()
  const list = wallets.data?.wallets
  const orders = withdrawals.data?.withdrawal_orders
  const close = () => setQuestion(undefined)
  const enrol = (
    <Button look="primary" onClick={() => setQuestion({ kind: 'enrol' })}>
      <Plus size={16} aria-hidden />
      Enrol a wallet
    </Button>
  )
  return (
    <>
      <title>{`Wallets · ${tenant.name} · Afara`}</title>
      <BalanceHeader>{mayPay(tenant) && list !== undefined && list.length > 0 && enrol}</BalanceHeader>
      {!isShown && (
        <Problem>
          Your role does not show withdrawals. Ask an owner, an administrator or a finance member.
        </Problem>
      )}
      {isShown && (
        <div className="flex flex-col gap-4">
          <Panel title="Wallets" aside="Where your members can withdraw to">
            {list === undefined && wallets.error === null && <Skeleton rows={2} height={56} />}
            {wallets.error !== null && (
              <div className="p-4">
                <Problem>{wallets.error.message}</Problem>
              </div>
            )}
            {list?.length === 0 && (
              <EmptyState action={mayPay(tenant) ? enrol : undefined}>
                Enrol the wallets that your business owns. You sign the address with your passkey, and another
                member approves it with theirs. A thief with your browser alone cannot send your balance away.
              </EmptyState>
            )}
            <ul>
              {list?.map((wallet) => (
                <WalletRow
                  key={wallet.wallet_id}
                  wallet={wallet}
                  ask={mayPay(tenant) ? setQuestion : undefined}
                />
              ))}
            </ul>
          </Panel>
          <Panel title="Withdrawals" aside="The newest 100">
            {orders === undefined && withdrawals.error === null && <Skeleton rows={2} height={56} />}
            {withdrawals.error !== null && (
              <div className="p-4">
                <Problem>{withdrawals.error.message}</Problem>
              </div>
            )}
            {orders?.length === 0 && (
              <EmptyState>
                What your members withdraw appears here. Withdrawals with an API key are among the
                transactions.
              </EmptyState>
            )}
            <ul>
              {orders?.map((order) => (
                <WithdrawalRow key={order.withdrawal_order_id} order={order} />
              ))}
            </ul>
          </Panel>
        </div>
      )}
      {question?.kind === 'enrol' && <EnrolDialog tenant={tenant} close={close} />}
      {question?.kind === 'approve' && (
        <ApproveDialog tenant={tenant} wallet={question.wallet} close={close} />
      )}
      {question?.kind === 'remove' && <RemoveDialog tenant={tenant} wallet={question.wallet} close={close} />}
    </>
  )
}

function WalletRow({
  wallet,
  ask,
}: Readonly<{ wallet: EnrolledWallet; ask: ((question: Question) => void) | undefined }>) {
  return (
    <li className="flex flex-wrap items-center gap-3 border-b px-4 py-2.5 text-small last:border-b-0">
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="truncate">{wallet.label}</span>
          {wallet.is_ready ? <Pill tone="good">Ready</Pill> : <Pill tone="warn">Cooling off</Pill>}
        </p>
        <p className="flex flex-wrap items-center gap-x-1 text-caption text-muted">
          {wallet.network} <CopyId id={wallet.wallet_address} short={shortId(wallet.wallet_address)} /> ·{' '}
          {wallet.is_own ? 'you' : wallet.added_by}
          {wallet.approved_by !== null && ` and ${wallet.approved_by}`}
        </p>
        {!wallet.is_ready && wallet.ready_at !== null && (
          <p className="text-caption text-warn">
            Ready {untilOf(wallet.ready_at)}, or when another member approves it
          </p>
        )}
      </div>
      {ask !== undefined && (
        <div className="flex items-center gap-2">
          {wallet.is_ready && (
            <Button asChild>
              <Link
                from="/$business/$mode"
                to="/$business/$mode/balance/withdraw"
                search={{ wallet: wallet.wallet_id }}
                aria-label={`Withdraw to ${wallet.label}`}
              >
                Withdraw
              </Link>
            </Button>
          )}
          {!wallet.is_ready && !wallet.is_own && (
            <Button look="primary" onClick={() => ask({ kind: 'approve', wallet })}>
              Approve
            </Button>
          )}
          <Button
            look="quiet"
            isIcon
            aria-label={`Remove ${wallet.label}`}
            onClick={() => ask({ kind: 'remove', wallet })}
          >
            <X size={16} aria-hidden />
          </Button>
        </div>
      )}
    </li>
  )
}

/** A withdrawal in a list. The list of payment orders shows those that need approval too. */
export function WithdrawalRow({ order }: Readonly<{ order: ListedWithdrawal }>) {
  const { tone, words } = stateOf(order)
  return (
    <li className="border-b last:border-b-0">
      <Link
        from="/$business/$mode"
        to="/$business/$mode/balance/withdrawals/$withdrawal"
        params={{ withdrawal: order.withdrawal_order_id }}
        className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 text-small hover:bg-sunken focus-visible:-outline-offset-2 middle:grid-cols-[minmax(0,1fr)_auto_136px]"
      >
        <span className="min-w-0">
          <span className="block truncate font-medium">Withdrawal to {order.label}</span>
          <span className="block truncate text-caption text-muted">
            <time dateTime={order.created_at}>{clockOf(order.created_at)}</time>, {ageOf(order.created_at)} ·{' '}
            {order.network} · {order.is_own ? 'you' : order.proposed_by}
          </span>
        </span>
        <span className="flex flex-col items-end gap-1 middle:contents">
          <span className="order-last middle:order-none">
            <Pill tone={tone}>{words}</Pill>
          </span>
          <span className="text-right font-medium">
            <Money kobo={koboOf(order.amount)} unit="" />{' '}
            <span className="text-caption text-muted">NGNC</span>
          </span>
        </span>
      </Link>
    </li>
  )
}
