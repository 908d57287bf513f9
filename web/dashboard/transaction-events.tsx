import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { Button } from '../shared/ui/button.tsx'
import { Pill, type Tone } from '../shared/ui/pill.tsx'
import { Problem, Skeleton } from '../shared/ui/placeholder.tsx'
import { askApi, type Tenant } from './ask-api.ts'
import { type Delivery, deliveriesQuery, eventsQuery } from './use-transactions.ts'
import { clockOf, untilOf } from './words.ts'

/** The events about a transaction, and for each endpoint what it answered. */
export function TransactionEvents({ tenant, id }: Readonly<{ tenant: Tenant; id: string }>) {
  const { data } = useQuery(eventsQuery(tenant, id))
  const deliveries = useQuery(deliveriesQuery(tenant, id)).data
  return (
    <section>
      <h2 className="mb-2 text-body font-semibold">Events</h2>
      {data === undefined && <Skeleton rows={2} />}
      <ol className="text-small">
        {data?.events.map((event) => (
          <li key={event.id} className="border-b py-2">
            <p className="flex items-center justify-between gap-3">
              <code className="font-mono text-caption">{event.type}</code>
              <time dateTime={event.created_at} className="text-caption text-muted">
                {clockOf(event.created_at)}
              </time>
            </p>
            {deliveries
              ?.filter(({ event_id: about }) => about === event.id)
              .map((delivery) => (
                <Sent key={delivery.id} tenant={tenant} delivery={delivery} transactionId={id} />
              ))}
          </li>
        ))}
      </ol>
      {deliveries?.length === 0 && (
        <p className="mt-2 text-caption text-muted">
          No endpoint received them. Add one under Developers, or read them from GET /events/v1.
        </p>
      )}
    </section>
  )
}

const tones: Readonly<Record<string, Tone>> = { delivered: 'good', pending: 'info', given_up: 'bad' }
const words: Readonly<Record<string, string>> = {
  delivered: 'Delivered',
  pending: 'Sending',
  given_up: 'Given up',
}

function Sent({
  tenant,
  delivery,
  transactionId,
}: Readonly<{ tenant: Tenant; delivery: Delivery; transactionId: string }>) {
  const client = useQueryClient()
  const resend = useMutation({
    mutationFn: async () =>
      askApi<object>(tenant, `/webhooks/v1/endpoints/${delivery.endpoint.id}/resend`, {
        event_id: delivery.event_id,
      }),
    onSuccess: async () =>
      client.invalidateQueries({ queryKey: [tenant.businessId, tenant.mode, 'deliveries', transactionId] }),
  })
  return (
    <div className="mt-2 rounded-small bg-sunken p-2">
      <div className="flex items-center justify-between gap-2">
        <p className="min-w-0 truncate font-mono text-caption text-muted" title={delivery.endpoint.url}>
          {delivery.endpoint.url}
        </p>
        <Pill tone={tones[delivery.state] ?? 'ended'}>{words[delivery.state] ?? delivery.state}</Pill>
      </div>
      <ol className="mt-1 text-caption text-muted">
        {delivery.log.map(({ attempt, at, outcome, status, duration_ms: took }) => (
          <li key={attempt}>
            {clockOf(at)}: attempt {attempt},{' '}
            {status === null ? outcome.replaceAll('_', ' ') : `answered ${status}`} in {took} ms
          </li>
        ))}
        {delivery.next_attempt_at !== null && <li>Next attempt {untilOf(delivery.next_attempt_at)}</li>}
      </ol>
      {delivery.state !== 'pending' && tenant.role !== 'viewer' && (
        <Button
          look="quiet"
          className="mt-1 -ml-3 h-11 middle:h-7"
          disabled={resend.isPending || resend.isSuccess}
          onClick={() => resend.mutate()}
        >
          <RotateCw size={16} aria-hidden />
          {resend.isSuccess ? 'Queued again' : 'Send again'}
        </Button>
      )}
      {resend.error !== null && <Problem>{resend.error.message}</Problem>}
    </div>
  )
}
