import type { WebhookDeliveriesReply, WebhookDelivery, WebhookEndpoint } from '@afara/sdk'
import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { CopyId } from '../../shared/ui/copy-button.tsx'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { EmptyState, Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { Scroller } from '../../shared/ui/scroller.tsx'
import { askApi, fetchText, type Tenant } from '../ask-api.ts'
import { exactClockOf, shortId, tookOf, untilOf } from '../words.ts'
import { LiveSwitch, moveRow, useTailKeys } from './live-switch.tsx'

const EVERY_MS = 2_000

type DeliveryView = Readonly<{ tenant: Tenant; endpoint: WebhookEndpoint }>

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

function DeliveryDetail({ tenant, endpoint, one }: DeliveryView & Readonly<{ one: WebhookDelivery }>) {
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
