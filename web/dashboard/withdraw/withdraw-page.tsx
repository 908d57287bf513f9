import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Money } from '../../shared/ui/money.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState, Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import type { Tenant } from '../ask-api.ts'
import { Fact } from '../pay-out/new-payment-page.tsx'
import { mayPay, signChallenge, usePaymentRequest } from '../pay-out/use-payments.ts'
import { useTenant } from '../use-account.ts'
import { balancesQuery } from '../use-transactions.ts'
import { amountOf, koboOf } from '../words.ts'
import { type EnrolledWallet, type Withdrawal, walletsQuery, withdrawalsQuery } from './use-withdrawals.ts'

/** A member picks a wallet and an amount, sees what it means, and signs it. */
export function WithdrawPage() {
  const tenant = useTenant()
  const { data, error } = useQuery({ ...walletsQuery(tenant), enabled: mayPay(tenant) })
  const ready = data?.wallets.filter((wallet) => wallet.is_ready)
  return (
    <>
      <title>{`Withdraw · ${tenant.name} · Afara`}</title>
      <Link
        from="/$business/$mode"
        to="/$business/$mode/balance"
        className="mb-2 inline-flex min-h-9 items-center gap-1 text-small font-medium text-muted hover:text-text"
      >
        <ArrowLeft size={16} aria-hidden />
        Balance
      </Link>
      <h1 className="mb-4 text-title font-semibold tracking-tight">Withdraw</h1>
      {!mayPay(tenant) && (
        <Problem>Your role does not withdraw. Ask an owner, an administrator or a finance member.</Problem>
      )}
      {error !== null && <Problem>{error.message}</Problem>}
      {mayPay(tenant) && data === undefined && error === null && <Skeleton rows={4} height={56} />}
      {ready?.length === 0 && (
        <Panel>
          <EmptyState
            action={
              <Button asChild look="primary">
                <Link from="/$business/$mode" to="/$business/$mode/balance/wallets">
                  Open wallets
                </Link>
              </Button>
            }
          >
            {data?.wallets.length === 0
              ? 'You withdraw to wallets that your business enrolled. Enrol the first one.'
              : 'No wallet is ready yet. Ask another member to approve it, or wait until its cooling-off is over.'}
          </EmptyState>
        </Panel>
      )}
      {ready !== undefined && ready.length > 0 && <WithdrawForm tenant={tenant} wallets={ready} />}
    </>
  )
}

/** One reference for one form, so that a repeated click proposes the same withdrawal. */
function newReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return `withdrawal-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function WithdrawForm({ tenant, wallets }: Readonly<{ tenant: Tenant; wallets: readonly EnrolledWallet[] }>) {
  const { wallet: asked } = useSearch({ from: '/$business/$mode/balance/withdraw' })
  const navigate = useNavigate({ from: '/$business/$mode' })
  const [reference] = useState(newReference)
  const [walletId, setWalletId] = useState(asked ?? wallets[0]?.wallet_id ?? '')
  const [typed, setTyped] = useState('')
  const balances = useQuery(balancesQuery(tenant))
  const limits = useQuery(withdrawalsQuery(tenant))
  const wallet = wallets.find(({ wallet_id: id }) => id === walletId) ?? wallets[0]
  const amount = amountOf(typed)
  const kobo = /^[0-9]+([.][0-9]{1,2})?$/.test(amount) ? BigInt(koboOf(amount)) : undefined
  const available = balances.data?.balances.find(({ asset }) => asset === 'NGNC')?.available
  const left = kobo === undefined || available === undefined ? undefined : BigInt(koboOf(available)) - kobo
  const limit = limits.data?.limit
  const isAlone =
    limit !== undefined &&
    kobo !== undefined &&
    kobo + BigInt(koboOf(limit.used)) <= BigInt(koboOf(limit.amount))
  const withdraw = usePaymentRequest<{ withdrawal_order: Withdrawal }>(tenant, async (_nothing, ask) => {
    const body = { reference, wallet_id: wallet?.wallet_id ?? '', amount }
    const { withdrawal_order: order } = await ask<{ withdrawal_order: Withdrawal }>(
      '/withdrawal-orders',
      body,
    )
    const credential = await signChallenge(order.challenge)
    return ask(`/withdrawal-orders/${order.withdrawal_order_id}/sign`, { credential })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    withdraw.mutate(undefined, {
      onSuccess: ({ withdrawal_order: { withdrawal_order_id: id } }) =>
        void navigate({
          to: '/$business/$mode/balance/withdrawals/$withdrawal',
          params: { withdrawal: id },
        }),
    })
  }
  const isTooMuch = left !== undefined && left < 0n
  return (
    <form
      onSubmit={submit}
      className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_344px] wide:items-start wide:gap-6"
    >
      <Panel title="To">
        <fieldset className="flex flex-col">
          <legend className="sr-only">Wallet</legend>
          {wallets.map((one) => (
            <label
              key={one.wallet_id}
              className="flex cursor-pointer items-center gap-3 border-b px-4 py-3 text-small has-checked:bg-brand-soft"
            >
              <input
                type="radio"
                name="wallet"
                className="size-4 accent-brand"
                checked={one.wallet_id === wallet?.wallet_id}
                onChange={() => setWalletId(one.wallet_id)}
                aria-label={`${one.label}, ${one.network}, ${one.wallet_address}`}
              />
              <span className="min-w-0">
                <span className="block font-medium">
                  {one.label} <span className="font-normal text-muted">{one.network}</span>
                </span>
                <span className="block font-mono text-caption break-all text-muted">
                  {one.wallet_address}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <div className="p-4">
          <Field
            label="Amount in NGNC"
            inputMode="decimal"
            required
            autoComplete="off"
            placeholder="25,000.00"
            value={typed}
            problem={isTooMuch ? 'Your balance is below this amount.' : undefined}
            hint={
              available === undefined ? undefined : (
                <>
                  <Money kobo={koboOf(available)} unit="" /> NGNC are available.
                </>
              )
            }
            onChange={(event) => {
              setTyped(event.target.value)
              withdraw.reset()
            }}
          />
        </div>
      </Panel>
      <Panel title="What you sign" className="wide:sticky wide:top-20">
        <div className="flex flex-col gap-3 p-4 text-small">
          <dl className="flex flex-col gap-2">
            <Fact name="Leaves your balance">{tokens(kobo)}</Fact>
            <Fact name="Fee">{tokens(0n)}</Fact>
            <Fact name="Arrives">{tokens(kobo)}</Fact>
            <Fact name="Balance after">{tokens(isTooMuch ? undefined : left)}</Fact>
            <Fact name="Network">{wallet?.network}</Fact>
          </dl>
          <p className="text-caption text-muted">
            {isAlone
              ? 'It is within what one member may do alone, so it is sent as soon as you sign. It cannot be undone.'
              : 'Another member must approve it with their passkey before it is sent.'}
          </p>
          {withdraw.error !== null && <Problem>{withdraw.error.message}</Problem>}
          <Button
            type="submit"
            look="primary"
            className="h-12 middle:h-10"
            disabled={withdraw.isPending || isTooMuch || kobo === undefined}
          >
            <KeyRound size={16} aria-hidden />
            {withdraw.isPending ? 'Waiting for your passkey' : 'Withdraw with passkey'}
          </Button>
        </div>
      </Panel>
    </form>
  )
}

function tokens(kobo: bigint | undefined) {
  return kobo === undefined ? (
    '–'
  ) : (
    <>
      <Money kobo={kobo.toString()} unit="" /> NGNC
    </>
  )
}
