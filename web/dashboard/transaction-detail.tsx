import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../shared/ui/button.tsx'
import { CopyId } from '../shared/ui/copy-button.tsx'
import { Money } from '../shared/ui/money.tsx'
import { Pill } from '../shared/ui/pill.tsx'
import { Problem, Skeleton } from '../shared/ui/placeholder.tsx'
import { fetchPaper, type Tenant } from './ask-api.ts'
import { Steps } from './timeline.tsx'
import { partyOf } from './transaction-row.tsx'
import { eventsQuery, type Transaction, timelineQuery, transactionQuery } from './use-transactions.ts'
import { clockOf, dateOf, holderOf, koboOf, shortId, toneOf, untilOf, wordsOf } from './words.ts'

/** Where the money is, who has it and until when, what happened, and the events that were sent about it. */
export function TransactionDetail({
  tenant,
  id,
  close,
}: Readonly<{ tenant: Tenant; id: string; close: () => void }>) {
  const { data, error } = useQuery(transactionQuery(tenant, id))
  const timeline = useQuery(timelineQuery(tenant, id)).data?.timeline
  return (
    <article aria-label="Transaction" className="flex min-w-0 flex-col gap-4 wide:sticky wide:top-20">
      <Button look="quiet" className="h-11 self-start wide:hidden" onClick={close}>
        <ArrowLeft size={16} aria-hidden />
        All transactions
      </Button>
      {error !== null && <Problem>{error.message}</Problem>}
      {data === undefined && error === null && <Skeleton rows={5} />}
      {data !== undefined && (
        <>
          <Head one={data.transaction} tenant={tenant} />
          {data.transaction.needs.map(({ code, message }) => (
            <p key={code} className="rounded-small bg-warn-soft px-3 py-2 text-small text-warn">
              {message}
            </p>
          ))}
          {timeline !== undefined && (
            <dl className="grid grid-cols-2 rounded-panel border text-small">
              <Fact name="Who holds the money">{holderOf(timeline.holder)}</Fact>
              <Fact name="Expected by" className="border-l">
                {timeline.expected_by === null ? 'Nothing is due' : untilOf(timeline.expected_by)}
              </Fact>
            </dl>
          )}
          <section>
            <h2 className="mb-2 text-body font-semibold">What happened</h2>
            {timeline === undefined ? <Skeleton rows={4} /> : <Steps steps={timeline.steps} />}
          </section>
          <Details one={data.transaction} />
          <Events tenant={tenant} id={id} />
        </>
      )}
    </article>
  )
}

function Head({ one, tenant }: Readonly<{ one: Transaction; tenant: Tenant }>) {
  const receipt = useMutation({
    mutationFn: async () => {
      const paper = await fetchPaper(tenant, `/transactions/v1/${one.transaction_id}/receipt`)
      const link = document.createElement('a')
      link.href = URL.createObjectURL(paper)
      link.download = `afara-receipt-${one.reference}.pdf`
      link.click()
      URL.revokeObjectURL(link.href)
    },
  })
  return (
    <header>
      <div className="flex items-center justify-between gap-3">
        <p className="text-small text-muted">
          {one.type} · {partyOf(one)}
        </p>
        {one.status === 'completed' && (
          <Button disabled={receipt.isPending} onClick={() => receipt.mutate()}>
            <Download size={16} aria-hidden />
            Receipt
          </Button>
        )}
      </div>
      <p className="flex flex-wrap items-center gap-x-3 text-display font-semibold">
        <span className="tracking-tight">
          <Money kobo={koboOf(one.amount)} />
        </span>
        <Pill tone={toneOf(one.status)}>{wordsOf(one.status)}</Pill>
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-caption text-muted">
        <CopyId id={one.transaction_id} short={shortId(one.transaction_id)} />
        <span>
          Reference <span className="font-mono break-all">{one.reference}</span>
        </span>
      </p>
      {receipt.error !== null && <Problem>{receipt.error.message}</Problem>}
    </header>
  )
}

function Fact({
  name,
  className,
  children,
}: Readonly<{ name: string; className?: string; children: ReactNode }>) {
  return (
    <div className={`min-w-0 p-3 ${className ?? ''}`}>
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

function Details({ one }: Readonly<{ one: Transaction }>) {
  const rows: ReadonlyArray<readonly [name: string, value: ReactNode]> = [
    ['Created', `${dateOf(one.created_at)}, ${clockOf(one.created_at)} Lagos`],
    ['Fee', <Money key="fee" kobo={koboOf(one.fee)} />],
    ...(one.network === undefined || one.network === '' ? [] : ([['Network', one.network]] as const)),
    ...(one.wallet_address === undefined || one.wallet_address === ''
      ? []
      : ([
          ['Wallet', <CopyId key="wallet" id={one.wallet_address} short={shortId(one.wallet_address)} />],
        ] as const)),
  ]
  return (
    <section>
      <h2 className="mb-2 text-body font-semibold">Details</h2>
      <dl className="text-small">
        {rows.map(([name, value]) => (
          <div key={name} className="flex min-h-9 items-center justify-between gap-3 border-b">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Events({ tenant, id }: Readonly<{ tenant: Tenant; id: string }>) {
  const { data } = useQuery(eventsQuery(tenant, id))
  return (
    <section>
      <h2 className="mb-2 text-body font-semibold">Events</h2>
      {data === undefined && <Skeleton rows={2} />}
      <ol className="text-small">
        {data?.events.map((event) => (
          <li key={event.id} className="flex min-h-9 items-center justify-between gap-3 border-b">
            <code className="font-mono text-caption">{event.type}</code>
            <time dateTime={event.created_at} className="text-caption text-muted">
              {clockOf(event.created_at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}
