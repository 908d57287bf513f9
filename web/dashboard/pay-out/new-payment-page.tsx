import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Money } from '../../shared/ui/money.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Problem } from '../../shared/ui/placeholder.tsx'
import { useTenant } from '../use-account.ts'
import { balancesQuery } from '../use-transactions.ts'
import { koboOf } from '../words.ts'
import { counted, sumKobo } from './order-words.ts'
import { FileForm, OneForm } from './payment-forms.tsx'
import { PreviewTable } from './preview-table.tsx'
import { newReference } from './read-file.ts'
import {
  type CheckedRow,
  checkRows,
  mayPay,
  type Order,
  type Row,
  signChallenge,
  usePaymentRequest,
} from './use-payments.ts'

/** One payment or a file: first the rows, then what the banks say about them, then the signature. */
export function NewPaymentPage() {
  const tenant = useTenant()
  const search = useSearch({ from: '/$business/$mode/pay-out/new' })
  const [reference, setReference] = useState(newReference)
  const [rows, setRows] = useState<readonly Row[]>()
  const [checked, setChecked] = useState<readonly CheckedRow[]>([])
  const check = usePaymentRequest<readonly CheckedRow[], readonly Row[]>(tenant, async (typed) =>
    checkRows(tenant, typed, setChecked),
  )
  const start = (typed: readonly Row[], name = reference) => {
    setReference(name)
    setRows(typed)
    setChecked([])
    check.mutate(typed)
  }
  const change = () => {
    setRows(undefined)
    setChecked([])
    check.reset()
  }
  if (!mayPay(tenant)) return <Problem>Your role cannot pay. Ask an owner of the business.</Problem>
  return (
    <>
      <title>{`New payment · ${tenant.name} · Afara`}</title>
      <Link
        from="/$business/$mode"
        to="/$business/$mode/pay-out"
        className="mb-2 inline-flex min-h-9 items-center gap-1 text-small font-medium text-muted hover:text-text"
      >
        <ArrowLeft size={16} aria-hidden />
        Pay out
      </Link>
      <h1 className="mb-4 text-title font-semibold tracking-tight">
        {search.from === 'file' ? 'Pay from a file' : 'New payment'}
      </h1>
      {rows === undefined && search.from === 'file' && <FileForm start={start} />}
      {rows === undefined && search.from !== 'file' && (
        <OneForm reference={reference} start={start} to={search.to} />
      )}
      {rows !== undefined && (
        <Preview
          reference={reference}
          rows={rows}
          checked={checked}
          isChecking={check.isPending}
          problem={check.error?.message}
          change={change}
          again={() => start(rows)}
        />
      )}
    </>
  )
}

type PreviewProps = Readonly<{
  reference: string
  rows: readonly Row[]
  checked: readonly CheckedRow[]
  isChecking: boolean
  problem: string | undefined
  change: () => void
  again: () => void
}>

function Preview({ reference, rows, checked, isChecking, problem, change, again }: PreviewProps) {
  const tenant = useTenant()
  const navigate = useNavigate({ from: '/$business/$mode/pay-out/new' })
  const wrong = checked.filter(({ problems }) => problems.length > 0)
  const total = sumKobo(
    checked.flatMap(({ amount }) => amount ?? []),
    koboOf,
  )
  const balance = useBalance()
  const newCount = checked.filter(({ is_new: isNew }) => isNew).length
  const isReady = !isChecking && problem === undefined && checked.length === rows.length && wrong.length === 0
  const openOrder = (id: string) =>
    navigate({ to: '/$business/$mode/pay-out/$order', params: (now) => ({ ...now, order: id }) })
  const propose = usePaymentRequest<void>(tenant, async (_nothing, ask) => {
    const { payment_order: order } = await ask<{ payment_order: Order }>('/payment-orders', {
      reference,
      payments: rows,
    })
    const id = order.payment_order_id
    try {
      const credential = await signChallenge(order.challenge)
      await ask(`/payment-orders/${id}/sign`, { credential })
    } finally {
      // Without a signature the order is stored and waits for it there.
      await openOrder(id)
    }
  })
  return (
    <div className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_320px] wide:items-start wide:gap-6">
      <Panel
        title="Check every row"
        aside={
          isChecking
            ? `Asking the banks: ${checked.length} of ${rows.length}`
            : wrong.length > 0
              ? `${counted(wrong.length, 'row')} to correct`
              : counted(checked.length, 'payment')
        }
      >
        <PreviewTable rows={rows} checked={checked} />
      </Panel>
      <Panel title="What will happen" className="wide:sticky wide:top-20">
        <div className="flex flex-col gap-3 p-4 text-small">
          <dl className="flex flex-col gap-2">
            <Fact name="Payments">{checked.length}</Fact>
            <Fact name="Total">
              <Money kobo={total.toString()} />
            </Fact>
            {newCount > 0 && <Fact name="New accounts">{newCount}</Fact>}
            {balance !== undefined && (
              <>
                <Fact name="Balance now">
                  <Money kobo={balance.toString()} />
                </Fact>
                <Fact name="Balance after">
                  <Money kobo={(balance - total).toString()} />
                </Fact>
              </>
            )}
            <Fact name="Reference">
              <span className="font-mono text-caption break-all">{reference}</span>
            </Fact>
          </dl>
          {balance !== undefined && balance < total && (
            <output className="rounded-small bg-warn-soft px-3 py-2 text-warn">
              The balance does not cover this. You can propose it now, and add to the balance before it is
              approved.
            </output>
          )}
          {problem !== undefined && <Problem>{problem}</Problem>}
          {wrong.length > 0 && !isChecking && (
            <Problem>
              {counted(wrong.length, 'row')} cannot be paid like this. Correct the{' '}
              {rows.length > 1 ? 'file' : 'payment'} and check it again.
            </Problem>
          )}
          {propose.error !== null && <Problem>{propose.error.message}</Problem>}
          <p className="text-caption text-muted">
            You sign the whole order with your passkey. Nothing is paid before another member has approved it,
            unless it is within what you may pay alone.
          </p>
          <Button
            look="primary"
            className="h-11 middle:h-10"
            disabled={!isReady || propose.isPending}
            onClick={() => propose.mutate()}
          >
            Propose with passkey
          </Button>
          <div className="grid grid-cols-2 gap-2">
            <Button onClick={change} disabled={propose.isPending}>
              {rows.length > 1 ? 'Choose another file' : 'Change it'}
            </Button>
            <Button onClick={again} disabled={isChecking || propose.isPending}>
              Check again
            </Button>
          </div>
        </div>
      </Panel>
    </div>
  )
}

/** Kobo of the balance; undefined while it is read. */
function useBalance(): bigint | undefined {
  const { data } = useQuery(balancesQuery(useTenant()))
  const available = data?.balances.find(({ asset }) => asset === 'NGNC')?.available
  return available === undefined ? undefined : BigInt(koboOf(available))
}

export function Fact({ name, children }: Readonly<{ name: string; children: React.ReactNode }>) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </div>
  )
}
