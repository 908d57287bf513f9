import type { WebhookDelivery, WebhookEndpoint } from '@afara/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, RotateCw } from 'lucide-react'
import { Button } from '../../shared/ui/button.tsx'
import { CopyId } from '../../shared/ui/copy-button.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { Scroller } from '../../shared/ui/scroller.tsx'
import { askApi, fetchText, type Tenant } from '../ask-api.ts'
import { exactClockOf, shortId, tookOf, untilOf } from '../words.ts'
import { useTailKeys } from './live-switch.tsx'

export type DeliveryView = Readonly<{ tenant: Tenant; endpoint: WebhookEndpoint }>

/** One delivery: what was sent, and every attempt with the answer of the server. */
export function DeliveryDetail({ tenant, endpoint, one }: DeliveryView & Readonly<{ one: WebhookDelivery }>) {
  const navigate = useNavigate({ from: '/$business/$mode/developers' })
  const client = useQueryClient()
  const resend = useMutation({
    mutationFn: async () =>
      askApi(tenant, `/webhooks/v1/endpoints/${endpoint.id}/resend`, { event_id: one.event_id }),
    onSuccess: async () =>
      client.invalidateQueries({ queryKey: [tenant.businessId, tenant.mode, 'deliveries'] }),
  })
  const canResend = one.transaction_id !== null
  useTailKeys({ r: () => canResend && !resend.isPending && resend.mutate() })
  return (
    <article aria-label="Delivery" className="flex min-w-0 flex-col gap-3 p-4 wide:border-l">
      <Button
        look="quiet"
        className="self-start wide:hidden"
        onClick={() => void navigate({ search: ({ open: _closed, ...rest }) => rest })}
      >
        <ArrowLeft size={16} aria-hidden />
        All deliveries
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-mono text-small font-semibold">{one.event_type}</h3>
        {canResend && (
          <Button disabled={resend.isPending} onClick={() => resend.mutate()}>
            <RotateCw size={16} aria-hidden />
            Send again
          </Button>
        )}
      </div>
      {resend.error !== null && <Problem>{resend.error.message}</Problem>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 text-caption">
        <dt className="text-muted">Event</dt>
        <dd>
          <CopyId id={one.event_id} short={shortId(one.event_id)} />
        </dd>
        {one.transaction_id !== null && (
          <>
            <dt className="text-muted">Transaction</dt>
            <dd>
              <Link
                from="/$business/$mode"
                to="/$business/$mode/transactions"
                search={{ open: one.transaction_id }}
                className="font-mono font-medium text-brand underline underline-offset-2"
              >
                {shortId(one.transaction_id)}
              </Link>
            </dd>
          </>
        )}
      </dl>
      {one.transaction_id !== null && (
        <Payload tenant={tenant} transactionId={one.transaction_id} eventId={one.event_id} />
      )}
      <section>
        <h4 className="mb-1 text-small font-semibold">Attempts</h4>
        <ol className="flex flex-col">
          {one.next_attempt_at !== null && (
            <li className="border-b py-2 text-caption text-muted">Next try {untilOf(one.next_attempt_at)}</li>
          )}
          {one.log.map((attempt) => (
            <li
              key={`${attempt.attempt} ${attempt.at}`}
              className="border-b py-2 text-caption last:border-b-0"
            >
              <p className="flex justify-between gap-3">
                <span>
                  <time dateTime={attempt.at} className="text-muted">
                    {exactClockOf(attempt.at)}
                  </time>{' '}
                  {attempt.status === null ? 'No answer' : `Your server: ${attempt.status}`}
                </span>
                <span className="text-muted">{tookOf(attempt.duration_ms)}</span>
              </p>
              {attempt.body !== '' && (
                <p className="mt-1 line-clamp-4 font-mono break-all text-muted">{attempt.body}</p>
              )}
            </li>
          ))}
        </ol>
        {one.log.length === 0 && <p className="text-caption text-muted">No attempt yet.</p>}
      </section>
    </article>
  )
}

/** Shows an event as JSON, with the digits that were sent. */
function Payload({
  tenant,
  transactionId,
  eventId,
}: Readonly<{ tenant: Tenant; transactionId: string; eventId: string }>) {
  const { data, isPending } = useQuery({
    queryKey: [tenant.businessId, tenant.mode, 'event', eventId],
    queryFn: async () => readEvent(tenant, transactionId, eventId),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isPending) return <Skeleton rows={3} />
  if (data === undefined || data === '') return null
  return (
    <Scroller name="The event" className="max-h-72 flex-none overflow-x-auto rounded-small bg-sunken p-3">
      <pre className="font-mono text-caption">
        {data.split(TOKENS).map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their places.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} className={lookOf(part)}>
            {part}
          </span>
        ))}
      </pre>
    </Scroller>
  )
}

/** Returns the event as JSON in lines, with the digits that were sent. Empty if it is gone. */
async function readEvent(tenant: Tenant, transactionId: string, eventId: string): Promise<string> {
  const reply = await fetchText(tenant, `/events/v1?transaction_id=${transactionId}&limit=100`)
  // A number becomes a marked text, which is unmarked after it was laid out. A float would lose digits.
  const exact = (_key: string, value: unknown, context?: Readonly<{ source?: string }>): unknown =>
    typeof value === 'number' ? `\uE000${context?.source ?? value}\uE001` : value
  const { events } = JSON.parse(reply, exact) as { events: ReadonlyArray<{ id: string }> }
  const event = events.find(({ id }) => id === eventId)
  return event === undefined ? '' : JSON.stringify(event, null, 2).replaceAll(/"\uE000(.*?)\uE001"/g, '$1')
}

const TOKENS = /("(?:[^"\\]|\\.)*"(?::)?|-?\b\d[\d.eE+-]*\b)/

/** Names are blue, texts green, and numbers amber. */
function lookOf(part: string): string {
  if (part.startsWith('"')) return part.endsWith(':') ? 'text-info' : 'text-good'
  return /^-?\d/.test(part) ? 'text-warn' : ''
}
