import type { WebhookDeliveriesReply, WebhookDelivery, WebhookEndpoint } from '@afara/sdk'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { EmptyState, Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { askApi } from '../ask-api.ts'
import { exactClockOf, tookOf } from '../words.ts'
import { DeliveryDetail, type DeliveryView } from './delivery-detail.tsx'
import { LiveSwitch, moveRow, useTailKeys } from './live-switch.tsx'

const EVERY_MS = 2_000

function deliveriesQuery({ tenant, endpoint }: DeliveryView, only: 'failed' | undefined, isLive: boolean) {
  const path = `/webhooks/v1/endpoints/${endpoint.id}/deliveries?limit=50`
  const ask = async (more: string) => askApi<WebhookDeliveriesReply>(tenant, `${path}${more}`)
  return infiniteQueryOptions({
    queryKey: [tenant.businessId, tenant.mode, 'deliveries', endpoint.id, only],
    queryFn: async ({ pageParam }) => {
      if (only === undefined) return ask(pageParam === '' ? '' : `&after=${pageParam}`)
      // What failed waits for its next try, or was given up.
      const found = await Promise.all([ask('&state=pending'), ask('&state=given_up')])
      const deliveries = found.flatMap((page) => page.deliveries.filter(({ log }) => log.length > 0))
      return { deliveries: deliveries.toSorted((one, other) => (one.id < other.id ? 1 : -1)), next: null }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: isLive ? EVERY_MS : false,
  })
}

/** The deliveries of an endpoint as they happen, and the attempts of the one that is open. */
export function DeliveryLog(view: DeliveryView) {
  const { open, only } = useSearch({ from: '/$business/$mode/developers' })
  const [isLive, setIsLive] = useState(true)
  const [heldAt, setHeldAt] = useState<string>()
  const list = useInfiniteQuery(deliveriesQuery(view, only, isLive))
  const { error } = list
  const data = list.data?.pages.flatMap(({ deliveries }) => deliveries)
  // Nothing moves under the pointer: rows that are newer wait until it leaves.
  const rows = heldAt === undefined ? data : data?.filter(({ id }) => id <= heldAt)
  const waiting = (data?.length ?? 0) - (rows?.length ?? 0)
  const shown = data?.find(({ id }) => id === open)
  useTailKeys({ j: () => moveRow(1), k: () => moveRow(-1) })
  return (
    <Panel
      title="Deliveries"
      aside={
        <span className="flex items-center gap-2">
          <FilterLink only={only} endpoint={view.endpoint} />
          <LiveSwitch isLive={isLive} setIsLive={setIsLive} />
        </span>
      }
      className="[&>header]:h-14 middle:[&>header]:h-12"
    >
      <div className="wide:grid wide:grid-cols-[minmax(0,1fr)_424px]">
        <div
          className={joinClasses('min-w-0', shown !== undefined && 'hidden wide:block')}
          onPointerEnter={() => setHeldAt(data?.[0]?.id)}
          onPointerLeave={() => setHeldAt(undefined)}
        >
          {error !== null && <Problem>{error.message}</Problem>}
          {rows === undefined && error === null && <Skeleton rows={5} />}
          {waiting > 0 && (
            <button
              type="button"
              onClick={() => setHeldAt(data?.[0]?.id)}
              className="block h-9 w-full border-b bg-info-soft text-caption font-medium text-info"
            >
              {waiting} new
            </button>
          )}
          {rows?.length === 0 && (
            <EmptyState>
              {only === 'failed'
                ? 'Your server accepted every event.'
                : 'Nothing was sent yet. Send a test, or run a scenario in the sandbox.'}
            </EmptyState>
          )}
          <ul aria-label="Deliveries">
            {rows?.map((one) => (
              <DeliveryRow key={one.id} one={one} isOpen={one.id === open} />
            ))}
          </ul>
          {list.hasNextPage && (
            <div className="flex justify-center p-3">
              <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Show older ones
              </Button>
            </div>
          )}
          <p className="hidden flex-wrap items-center justify-between gap-2 px-4 py-2 text-caption text-muted middle:flex">
            <span>
              <Kbd>J</Kbd> <Kbd>K</Kbd> move · <Kbd>↵</Kbd> open · <Kbd>R</Kbd> send again
            </span>
            <span>
              On your machine:{' '}
              <code className="font-mono">npx afara listen --forward-to http://127.0.0.1:3000</code>
            </span>
          </p>
        </div>
        {shown === undefined ? (
          <div className="hidden border-l wide:block">
            <EmptyState>Open a delivery to see what we sent and what your server answered.</EmptyState>
          </div>
        ) : (
          <DeliveryDetail key={shown.id} {...view} one={shown} />
        )}
      </div>
    </Panel>
  )
}

function Kbd({ children }: Readonly<{ children: string }>) {
  return <kbd className="rounded-small border px-1 font-sans">{children}</kbd>
}

function FilterLink({ only, endpoint }: Readonly<{ only: 'failed' | undefined; endpoint: WebhookEndpoint }>) {
  const isOn = only === 'failed'
  return (
    <Link
      from="/$business/$mode"
      to="/$business/$mode/developers"
      search={{ tab: 'webhooks', endpoint: endpoint.id, ...(!isOn && { only: 'failed' as const }) }}
      activeOptions={{ exact: true }}
      aria-current={isOn ? 'true' : undefined}
      className={joinClasses(
        'inline-flex h-11 items-center rounded-small border px-3 text-small font-medium middle:h-8',
        isOn ? 'border-brand bg-brand-soft text-brand' : 'border-border-strong text-text hover:bg-sunken',
      )}
    >
      Failures
    </Link>
  )
}

const isAccepted = ({ log, state }: WebhookDelivery): boolean => {
  const status = log[0]?.status ?? 0
  return state === 'delivered' && status >= 200 && status < 300
}

/** What the server answered, or why it did not: "200", "500, try 2", "Timed out". */
function AnswerPill({ one }: Readonly<{ one: WebhookDelivery }>) {
  const [last] = one.log
  if (last === undefined) return <Pill tone="info">Sending</Pill>
  const word =
    last.outcome === 'answered'
      ? String(last.status)
      : { too_slow: 'Timed out', no_answer: 'No answer', refused_address: 'Address refused' }[last.outcome]
  if (isAccepted(one)) return <Pill tone="good">{word}</Pill>
  return (
    <Pill tone={one.state === 'given_up' ? 'bad' : 'warn'}>
      {one.attempts > 1 ? `${word}, try ${one.attempts}` : word}
    </Pill>
  )
}

function DeliveryRow({ one, isOpen }: Readonly<{ one: WebhookDelivery; isOpen: boolean }>) {
  const at = one.log[0]?.at ?? one.created_at
  return (
    <li>
      <Link
        from="/$business/$mode"
        to="/$business/$mode/developers"
        search={(before: object) => ({ ...before, open: one.id })}
        data-row={one.id}
        aria-current={isOpen ? 'true' : undefined}
        className={joinClasses(
          'grid min-h-11 grid-cols-[64px_minmax(0,1fr)_auto] items-center gap-x-3 border-b px-4 text-small hover:bg-sunken focus-visible:-outline-offset-2 middle:min-h-9 middle:grid-cols-[64px_minmax(0,1fr)_72px_auto_64px]',
          isOpen && 'bg-brand-soft hover:bg-brand-soft',
        )}
      >
        <time dateTime={at} className="text-caption text-muted">
          {exactClockOf(at)}
        </time>
        <span className="truncate font-mono text-caption">{one.event_type}</span>
        <span className="hidden text-right text-caption text-muted middle:block">
          {one.number === null ? '' : `#${one.number}`}
        </span>
        <AnswerPill one={one} />
        <span className="hidden text-right text-caption text-muted middle:block">
          {one.log[0] === undefined ? '' : tookOf(one.log[0].duration_ms)}
        </span>
      </Link>
    </li>
  )
}
