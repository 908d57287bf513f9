import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { CopyId } from '../../shared/ui/copy-button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState, Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { docsUrl, type Tenant } from '../ask-api.ts'
import { askPeople, type ListedKey, Refused } from '../ask-people.ts'
import { ageOf, clockOf, dateOf, isPast, shortId } from '../words.ts'
import { KeyDialog, type KeyQuestion } from './key-dialogs.tsx'

const EVERY_MS = 5_000

export function keysQuery({ businessId }: Tenant) {
  return queryOptions({
    queryKey: ['keys', businessId],
    queryFn: async () =>
      askPeople<{ keys: readonly ListedKey[] }>(`/people/v1/businesses/${businessId}/keys`),
    refetchInterval: EVERY_MS,
  })
}

/** Whether the role of the person changes keys and endpoints. */
export const mayDevelop = ({ role }: Tenant): boolean =>
  ['owner', 'administrator', 'developer'].includes(role)

/** The keys of the mode, and what a program needs besides. */
export function KeysTab({ tenant }: Readonly<{ tenant: Tenant }>) {
  const { data, error } = useQuery(keysQuery(tenant))
  const [question, setQuestion] = useState<KeyQuestion>()
  const keys = data?.keys.filter(({ mode, revoked_at: revoked }) => mode === tenant.mode && revoked === null)
  const isTest = tenant.mode === 'test'
  const canMake = isTest && mayDevelop(tenant)
  const { open } = useSearch({ from: '/$business/$mode/developers' })
  const navigate = useNavigate({ from: '/$business/$mode/developers' })
  const asked = question ?? (open === 'new' && canMake ? ({ kind: 'issue' } as const) : undefined)
  const close = () => {
    setQuestion(undefined)
    if (open === 'new') void navigate({ search: {}, replace: true })
  }
  const make = (
    <Button look="primary" onClick={() => setQuestion({ kind: 'issue' })}>
      <Plus size={16} aria-hidden />
      New test key
    </Button>
  )
  return (
    <div className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_320px] wide:items-start wide:gap-6">
      <div className="min-w-0">
        <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-3">
          <p className="text-small text-muted">
            {isTest ? 'These keys move no real money.' : 'These keys move real money.'} A key is shown once,
            when you make it.
          </p>
          {canMake && make}
        </div>
        <Panel aria-label={isTest ? 'Test keys' : 'Live keys'}>
          <div
            aria-hidden="true"
            className={`${columns} hidden h-9 items-center border-b bg-sunken px-4 text-caption font-medium text-muted middle:grid`}
          >
            <span>Name</span>
            <span>May do</span>
            <span>From</span>
            <span>Last used</span>
            <span className="w-36" />
          </div>
          {keys === undefined && error === null && <Skeleton rows={2} height={56} />}
          {error !== null && <KeysProblem error={error} />}
          {keys?.length === 0 && (
            <EmptyState>
              {isTest
                ? 'A program calls Afara with a key. Make one for each program, so that you can revoke it alone.'
                : 'Your business has no live key yet. The panel next to this list says how to get one.'}
            </EmptyState>
          )}
          <ul>
            {keys?.map((key) => (
              <KeyRow key={key.key_id} one={key} ask={mayDevelop(tenant) ? setQuestion : undefined} />
            ))}
          </ul>
        </Panel>
      </div>
      <div className="flex flex-col gap-4">
        {!isTest && <LiveKeys />}
        <Panel title="Send with every request">
          <dl className="flex flex-col gap-3 p-4 text-small">
            <Fact name="Header">
              <code className="font-mono text-caption">svc-sec-key: your key</code>
            </Fact>
            <Fact name="business_id">
              <CopyId id={tenant.businessId} short={shortId(tenant.businessId)} />
            </Fact>
            <Fact name="link_tag">
              <CopyId id={tenant.linkTag} short={tenant.linkTag} />
            </Fact>
            <Fact name="For machines">
              <MachineLinks />
            </Fact>
          </dl>
        </Panel>
      </div>
      {asked !== undefined && <KeyDialog tenant={tenant} question={asked} close={close} />}
    </div>
  )
}

/** What other tools read: the OpenAPI document, the Postman collection and the page for language models. */
function MachineLinks() {
  const files = [
    ['OpenAPI', '../openapi.json'],
    ['Postman', '../postman.json'],
    ['llms.txt', '../llms.txt'],
  ] as const
  return (
    <span className="flex flex-wrap gap-x-3">
      {files.map(([name, path]) => (
        <a
          key={name}
          className="inline-flex min-h-6 items-center font-medium text-brand underline underline-offset-2"
          href={new URL(docsUrl(path)).href}
        >
          {name}
        </a>
      ))}
    </span>
  )
}

/** A member cannot make a live key: two people at Afara decide each one. */
function LiveKeys() {
  return (
    <Panel title="How to get a live key">
      <ol className="flex list-decimal flex-col gap-2 py-4 pr-4 pl-8 text-small">
        <li>Write to support: name the program, its scopes, and the networks that it calls from.</li>
        <li>Two operators of Afara decide. One of them gives you the key, once.</li>
        <li>To replace it, ask the same way. To stop it, revoke it here: that works at once.</li>
      </ol>
    </Panel>
  )
}

function Fact({ name, children }: Readonly<{ name: string; children: ReactNode }>) {
  return (
    <div>
      <dt className="text-caption text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function KeysProblem({ error }: Readonly<{ error: Error }>) {
  const isRole = error instanceof Refused && error.code === 'role_missing'
  return (
    <div className="p-4">
      <Problem>
        {isRole
          ? 'Your role does not show keys. Ask an owner, an administrator or a developer of the business.'
          : error.message}
      </Problem>
    </div>
  )
}

const columns =
  'middle:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,0.7fr)_minmax(0,1.1fr)_auto] gap-x-4'

function KeyRow({
  one,
  ask,
}: Readonly<{ one: ListedKey; ask: ((question: KeyQuestion) => void) | undefined }>) {
  const isExpired = one.expires_at !== null && isPast(one.expires_at)
  const name = one.label === '' ? 'Without a name' : one.label
  return (
    <li
      className={`${columns} grid items-center gap-y-2 border-b px-4 py-3 text-small last:border-b-0 middle:min-h-14 middle:py-2`}
    >
      <div className="min-w-0">
        <p className="font-medium break-words">{name}</p>
        <CopyId id={one.key_id} short={shortId(one.key_id)} />
      </div>
      <ul aria-label="May do" className="flex flex-wrap gap-1">
        {one.scopes.map((scope) => (
          <li key={scope} className="rounded-small bg-sunken px-1.5 text-caption font-medium text-muted">
            {scope}
          </li>
        ))}
      </ul>
      <p className="min-w-0 text-caption break-words text-muted">
        <span className="middle:sr-only">From </span>
        {one.networks.length === 0 ? 'anywhere' : one.networks.join(', ')}
      </p>
      <p className="text-caption text-muted">
        <span className="middle:sr-only">Last used </span>
        {one.last_used_at === null ? 'never' : ageOf(one.last_used_at)}
        <span className="block">{endOf(one, isExpired)}</span>
      </p>
      {ask !== undefined && !isExpired && (
        <div className="flex gap-2 middle:w-36 middle:justify-end">
          {one.mode === 'test' && (
            <Button aria-label={`Rotate ${name}`} onClick={() => ask({ kind: 'rotate', one })}>
              Rotate
            </Button>
          )}
          <Button
            aria-label={`Revoke ${name}`}
            className="text-bad!"
            onClick={() => ask({ kind: 'revoke', one })}
          >
            Revoke
          </Button>
        </div>
      )}
    </li>
  )
}

function endOf({ expires_at: at, created_at: made }: ListedKey, isExpired: boolean): ReactNode {
  if (at === null) return `made ${dateOf(made)}`
  return (
    <span className={isExpired ? 'text-bad' : 'text-warn'}>
      {isExpired ? 'ended' : 'ends'} {dateOf(at)}, {clockOf(at)}
    </span>
  )
}
