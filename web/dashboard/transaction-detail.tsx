import type { TimelineReply } from '@afara/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../shared/ui/button.tsx'
import { CopyId } from '../shared/ui/copy-button.tsx'
import { Money } from '../shared/ui/money.tsx'
import { Pill } from '../shared/ui/pill.tsx'
import { Problem, Skeleton } from '../shared/ui/placeholder.tsx'
import { saveFile, type Tenant } from './ask-api.ts'
import { DecisionPanel } from './decision-panel.tsx'
import { Steps } from './timeline.tsx'
import { TransactionEvents } from './transaction-events.tsx'
import { TransactionRaw } from './transaction-raw.tsx'
import { partyOf } from './transaction-row.tsx'
import { type Transaction, timelineQuery, transactionQuery } from './use-transactions.ts'
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
          <Head
            one={data.transaction}
            tenant={tenant}
            hasPayout={timeline !== undefined && hasPayout(timeline)}
          />
          {data.transaction.needs.map(({ code, message, case_id: caseId }) =>
            caseId === undefined ? (
              <p key={code} className="rounded-small bg-warn-soft px-3 py-2 text-small text-warn">
                {message}
              </p>
            ) : (
              <DecisionPanel key={caseId} tenant={tenant} caseId={caseId} />
            ),
          )}
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
          <TransactionEvents tenant={tenant} id={id} />
          <TransactionRaw tenant={tenant} id={id} />
        </>
      )}
    </article>
  )
}

/** The statuses in which a payer may have sent naira that we do not see. */
const awaitingNaira: ReadonlySet<string> = new Set(['pending_payment', 'part_paid', 'expired', 'cancelled'])

/** Whether naira left us, so that a bank can trace it. */
function hasPayout({ steps }: TimelineReply['timeline']): boolean {
  return steps.some(({ evidence }) => evidence.some(({ kind }) => kind === 'payout'))
}

function Head({
  one,
  tenant,
  hasPayout,
}: Readonly<{ one: Transaction; tenant: Tenant; hasPayout: boolean }>) {
  const save = useMutation({
    mutationFn: async (paper: 'receipt' | 'trace-letter') =>
      saveFile(
        tenant,
        `/transactions/v1/${one.transaction_id}/${paper}`,
        `afara-${paper}-${one.reference}.pdf`,
      ),
  })
  const mayTrace = hasPayout || (one.type === 'Buy' && awaitingNaira.has(one.status))
  return (
    <header>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-small text-muted">
          {one.type} · {partyOf(one)}
        </p>
        <div className="flex gap-2">
          {mayTrace && (
            <Button disabled={save.isPending} onClick={() => save.mutate('trace-letter')}>
              <Download size={16} aria-hidden />
              Trace letter
            </Button>
          )}
          {(one.status === 'completed' || one.status === 'refunded') && (
            <Button disabled={save.isPending} onClick={() => save.mutate('receipt')}>
              <Download size={16} aria-hidden />
              Receipt
            </Button>
          )}
        </div>
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
      {save.error !== null && <Problem>{save.error.message}</Problem>}
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
    // A label may have the name of another row, so each says where it comes from.
    ...Object.entries(one.metadata).map(
      ([name, value]) => [`metadata.${name}`, value === '' ? 'Empty' : value] as const,
    ),
  ]
  return (
    <section>
      <h2 className="mb-2 text-body font-semibold">Details</h2>
      <dl className="text-small">
        {rows.map(([name, value]) => (
          <div key={name} className="flex min-h-9 items-center justify-between gap-3 border-b">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 py-1 text-right wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
