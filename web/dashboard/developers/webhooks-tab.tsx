import type { WebhookEndpoint, WebhookEndpointsReply } from '@afara/sdk'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { EmptyState, Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { askApi, type Tenant } from '../ask-api.ts'
import { ageOf, dateOf } from '../words.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { EndpointDialog, type EndpointQuestion } from './endpoint-dialogs.tsx'
import { mayDevelop } from './keys-tab.tsx'

const EVERY_MS = 3_000

function endpointsQuery(tenant: Tenant) {
  return queryOptions({
    queryKey: [tenant.businessId, tenant.mode, 'endpoints'],
    queryFn: async () => askApi<WebhookEndpointsReply>(tenant, '/webhooks/v1/endpoints'),
    refetchInterval: EVERY_MS,
  })
}

/** The endpoints of the mode, and the deliveries of one of them as they happen. */
export function WebhooksTab({ tenant }: Readonly<{ tenant: Tenant }>) {
  const { data, error } = useQuery(endpointsQuery(tenant))
  const { endpoint: wanted } = useSearch({ from: '/$business/$mode/developers' })
  const [question, setQuestion] = useState<EndpointQuestion>()
  const endpoints = data?.endpoints
  const shown = endpoints?.find(({ id }) => id === wanted) ?? endpoints?.[0]
  const add = mayDevelop(tenant) && (
    <Button look="primary" onClick={() => setQuestion({ kind: 'open' })}>
      <Plus size={16} aria-hidden />
      New endpoint
    </Button>
  )
  return (
    <>
      {endpoints?.length !== 0 && (
        <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-3">
          <p className="text-small text-muted">
            We send each event of {tenant.mode} mode, signed, and retry for three days.
          </p>
          {add}
        </div>
      )}
      {error !== null && <Problem>{error.message}</Problem>}
      <Panel aria-label="Endpoints" className="mb-4">
        {endpoints === undefined && error === null && <Skeleton rows={2} height={56} />}
        {endpoints?.length === 0 && (
          <EmptyState action={add}>
            An endpoint is an address of your server. We tell it about each payment, payout and refund as it
            happens. Events that you miss stay in the feed.
          </EmptyState>
        )}
        <ul>
          {endpoints?.map((one) => (
            <EndpointRow
              key={one.id}
              one={one}
              tenant={tenant}
              isShown={one.id === shown?.id && endpoints.length > 1}
              ask={mayDevelop(tenant) ? setQuestion : undefined}
            />
          ))}
        </ul>
      </Panel>
      {shown !== undefined && <DeliveryLog key={shown.id} tenant={tenant} endpoint={shown} />}
      {question !== undefined && (
        <EndpointDialog tenant={tenant} question={question} close={() => setQuestion(undefined)} />
      )}
    </>
  )
}

function EndpointRow({
  one,
  tenant,
  isShown,
  ask,
}: Readonly<{
  one: WebhookEndpoint
  tenant: Tenant
  isShown: boolean
  ask: ((question: EndpointQuestion) => void) | undefined
}>) {
  const navigate = useNavigate({ from: '/$business/$mode/developers' })
  const ping = useMutation({
    mutationFn: async () => askApi(tenant, `/webhooks/v1/endpoints/${one.id}/ping`, {}),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-3 last:border-b-0">
      <div className="min-w-56 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <button
            type="button"
            onClick={() => void navigate({ search: { tab: 'webhooks', endpoint: one.id } })}
            aria-current={isShown ? 'true' : undefined}
            className={joinClasses(
              'text-left font-mono text-caption break-all hover:underline',
              isShown && 'font-semibold',
            )}
          >
            {one.url}
          </button>
          <EndpointPill one={one} />
        </p>
        <p className="mt-0.5 text-caption text-muted">
          {one.events.includes('*') ? 'All events' : one.events.join(', ')}
          {one.description !== '' && ` · ${one.description}`} · {lastOf(one)}
        </p>
        {ping.error !== null && <Problem>{ping.error.message}</Problem>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button disabled={ping.isPending} onClick={() => ping.mutate()}>
          Send a test
        </Button>
        {ask !== undefined && (
          <>
            <Button onClick={() => ask({ kind: 'change', one })}>Change</Button>
            <Button onClick={() => ask({ kind: one.state === 'active' ? 'pause' : 'resume', one })}>
              {one.state === 'active' ? 'Pause' : 'Resume'}
            </Button>
            <Button onClick={() => ask({ kind: 'rotate', one })}>Rotate secret</Button>
            <Button className="text-bad!" onClick={() => ask({ kind: 'remove', one })}>
              Remove
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

function EndpointPill({ one }: Readonly<{ one: WebhookEndpoint }>) {
  if (one.state === 'paused') return <Pill tone="ended">Paused</Pill>
  if (one.state === 'disabled') return <Pill tone="bad">Disabled by us</Pill>
  if (one.failing_since !== null) return <Pill tone="bad">Failing since {ageOf(one.failing_since)}</Pill>
  return one.last_success_at === null ? (
    <Pill tone="info">Nothing sent yet</Pill>
  ) : (
    <Pill tone="good">Receiving</Pill>
  )
}

function lastOf({ last_success_at: at, waiting, created_at: made }: WebhookEndpoint): string {
  const held = waiting > 0 ? ` · ${waiting} waiting` : ''
  return at === null ? `made ${dateOf(made)}${held}` : `last accepted ${ageOf(at)}${held}`
}
