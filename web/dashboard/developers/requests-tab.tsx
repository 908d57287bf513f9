import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { CopyId } from '../../shared/ui/copy-button.tsx'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill, type Tone } from '../../shared/ui/pill.tsx'
import { EmptyState, Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { docsUrl, type Tenant } from '../ask-api.ts'
import { askPeople } from '../ask-people.ts'
import { dateOf, exactClockOf, shortId, tookOf } from '../words.ts'
import type { DevelopersSearch } from './developers-search.ts'
import { keysQuery } from './keys-tab.tsx'
import { LiveSwitch, moveRow, useTailKeys } from './live-switch.tsx'

type LoggedRequest = Readonly<{
  request_id: string
  key_id: string
  at: string
  method: string
  path: string
  status: string
  duration_ms: string
  is_replay: boolean
  code: string | null
  meaning: string | null
  fix: string | null
}>
type Page = Readonly<{ requests: readonly LoggedRequest[]; next: string | null }>

const EVERY_MS = 2_000

function requestsQuery({ businessId, mode }: Tenant, { only, key }: DevelopersSearch, isLive: boolean) {
  return infiniteQueryOptions({
    queryKey: [businessId, mode, 'requests', only, key],
    queryFn: async ({ pageParam }) => {
      const query = new URLSearchParams({ mode })
      if (only !== undefined) query.set('only', only)
      if (key !== undefined) query.set('key_id', key)
      if (pageParam !== '') query.set('after', pageParam)
      return askPeople<Page>(`/account/v1/businesses/${businessId}/requests?${query}`)
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: isLive ? EVERY_MS : false,
  })
}

/** The latest requests of the programs of the business. A failed one says what it means and what to do. */
export function RequestsTab({ tenant }: Readonly<{ tenant: Tenant }>) {
  const search = useSearch({ from: '/$business/$mode/developers' })
  const [isLive, setIsLive] = useState(true)
  const list = useInfiniteQuery(requestsQuery(tenant, search, isLive))
  const names = useKeyNames(tenant)
  const rows = list.data?.pages.flatMap(({ requests }) => requests) ?? []
  useTailKeys({ j: () => moveRow(1), k: () => moveRow(-1) })
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <nav aria-label="Filters" className="flex gap-2">
          <Chip name="All" now={search} />
          <Chip name="Failures" only="failed" now={search} />
        </nav>
        <KeyChoice names={names} now={search} />
        <span className="ml-auto">
          <LiveSwitch isLive={isLive} setIsLive={setIsLive} />
        </span>
      </div>
      {list.error !== null && <Problem>{list.error.message}</Problem>}
      {search.only === 'failed' && rows.length > 1 && <Causes rows={rows} />}
      <Panel aria-label="Requests">
        {list.isPending && <Skeleton rows={6} />}
        {list.isSuccess && rows.length === 0 && (
          <EmptyState>
            {search.only === undefined && search.key === undefined
              ? 'Every request of your programs appears here, two seconds after we answer it. Send one with a key of this mode.'
              : 'No request of the last seven days matches.'}
          </EmptyState>
        )}
        <ul>
          {rows.map((one) => (
            <RequestRow
              key={one.request_id}
              one={one}
              keyName={names.get(one.key_id)}
              isOpen={search.open === one.request_id}
            />
          ))}
        </ul>
        {list.hasNextPage && (
          <div className="flex justify-center p-3">
            <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show older ones
            </Button>
          </div>
        )}
      </Panel>
      <p className="mt-2 text-caption text-muted">
        We keep seven days, at most 10,000 requests. Bodies, headers and queries are never stored. Of more
        than 25 requests of a key in one second we keep a sample, failures first.
      </p>
    </>
  )
}

/** Which failures are most common among the shown ones. */
function Causes({ rows }: Readonly<{ rows: readonly LoggedRequest[] }>) {
  const counts = new Map<string, number>()
  for (const { code, status } of rows) {
    const cause = code ?? status
    counts.set(cause, (counts.get(cause) ?? 0) + 1)
  }
  const causes = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, 5)
  return (
    <p className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-small text-muted">
      Most common:
      {causes.map(([cause, count]) => (
        <span key={cause}>
          <b className="font-medium text-text">{count}</b>{' '}
          <span className="font-mono text-caption">{cause}</span>
        </span>
      ))}
    </p>
  )
}

function useKeyNames(tenant: Tenant): ReadonlyMap<string, string> {
  const { data } = useQuery(keysQuery(tenant))
  const keys = data?.keys.filter(({ mode }) => mode === tenant.mode) ?? []
  return new Map(keys.map(({ key_id: id, label }) => [id, label === '' ? shortId(id) : label]))
}

function Chip({ name, only, now }: Readonly<{ name: string; only?: 'failed'; now: DevelopersSearch }>) {
  const isOn = now.only === only
  const { key } = now
  return (
    <Link
      from="/$business/$mode"
      to="/$business/$mode/developers"
      search={{ tab: 'requests', ...(only !== undefined && { only }), ...(key !== undefined && { key }) }}
      activeOptions={{ exact: true }}
      aria-current={isOn ? 'true' : undefined}
      className={joinClasses(
        'inline-flex h-9 items-center rounded-full border px-3 text-small font-medium middle:h-7',
        isOn ? 'border-brand bg-brand-soft text-brand' : 'border-border-strong text-muted hover:bg-sunken',
      )}
    >
      {name}
    </Link>
  )
}

function KeyChoice({ names, now }: Readonly<{ names: ReadonlyMap<string, string>; now: DevelopersSearch }>) {
  const navigate = useNavigate({ from: '/$business/$mode/developers' })
  return (
    <select
      aria-label="Key"
      value={now.key ?? ''}
      onChange={({ target }) => {
        const { key: _before, open: _closed, ...rest } = now
        void navigate({ search: { ...rest, ...(target.value !== '' && { key: target.value }) } })
      }}
      className="h-9 max-w-48 rounded-small border border-border-strong bg-surface px-2 text-small middle:h-7"
    >
      <option value="">Every key</option>
      {[...names].map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** Green answered, amber is the caller's mistake, red is ours. */
function toneOfStatus(status: number): Tone {
  if (status < 400) return 'good'
  return status < 500 ? 'warn' : 'bad'
}

function RequestRow({
  one,
  keyName,
  isOpen,
}: Readonly<{ one: LoggedRequest; keyName: string | undefined; isOpen: boolean }>) {
  const status = Number(one.status)
  return (
    <li className="border-b last:border-b-0">
      <Link
        from="/$business/$mode"
        to="/$business/$mode/developers"
        search={(before: DevelopersSearch) => {
          const { open: _now, ...rest } = before
          return isOpen ? rest : { ...rest, open: one.request_id }
        }}
        data-row={one.request_id}
        aria-expanded={isOpen}
        className={joinClasses(
          'grid min-h-11 grid-cols-[64px_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-1.5 text-small hover:bg-sunken focus-visible:-outline-offset-2 middle:min-h-9 middle:grid-cols-[64px_minmax(0,1fr)_minmax(0,240px)_160px_64px]',
          isOpen && 'bg-brand-soft hover:bg-brand-soft',
        )}
      >
        <time dateTime={one.at} className="text-caption text-muted">
          {exactClockOf(one.at)}
        </time>
        <span className="min-w-0 font-mono text-caption break-all">
          <span className="text-muted">{one.method}</span> {one.path}
        </span>
        <span className="flex items-center gap-2">
          {one.is_replay && <span className="hidden text-caption text-muted middle:inline">repeated</span>}
          <Pill tone={toneOfStatus(status)}>{one.code === null ? status : `${status} ${one.code}`}</Pill>
        </span>
        <span className="hidden truncate text-caption text-muted middle:block">
          {keyName ?? shortId(one.key_id)}
        </span>
        <span className="hidden text-right text-caption text-muted middle:block">
          {tookOf(one.duration_ms)}
        </span>
      </Link>
      {isOpen && (
        <div className="flex flex-col gap-2 bg-sunken px-4 py-3 text-small">
          {one.code === null ? (
            <p>
              It succeeded in {tookOf(one.duration_ms)}.
              {one.is_replay &&
                ' It repeated an earlier request with the same Idempotency-Key or reference, so nothing was made twice.'}
            </p>
          ) : (
            <>
              <p>
                <Words text={one.meaning ?? ''} />{' '}
                <b className="font-medium">
                  <Words text={one.fix ?? ''} />
                </b>
              </p>
              <a
                className="self-start font-medium text-brand underline underline-offset-2"
                href={docsUrl(`errors#${one.code}`)}
                target="_blank"
                rel="noreferrer"
              >
                {one.code} in the docs
              </a>
            </>
          )}
          <p className="flex flex-wrap items-center gap-x-4 text-caption text-muted">
            <span>
              {dateOf(one.at)}, {exactClockOf(one.at)} Lagos
            </span>
            <span>Key: {keyName ?? shortId(one.key_id)}</span>
            <span className="flex items-center gap-1">
              Request <CopyId id={one.request_id} short={shortId(one.request_id)} />
            </span>
          </p>
        </div>
      )}
    </li>
  )
}

/** A sentence of the error catalogue, in which names stand between backticks. */
function Words({ text }: Readonly<{ text: string }>) {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      <code key={part} className="font-mono text-caption">
        {part}
      </code>
    ) : (
      part
    ),
  )
}
