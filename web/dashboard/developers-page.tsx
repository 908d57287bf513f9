import { queryOptions, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../shared/ui/button.tsx'
import { CopyId } from '../shared/ui/copy-button.tsx'
import { Panel } from '../shared/ui/panel.tsx'
import { EmptyState, Problem, Skeleton } from '../shared/ui/placeholder.tsx'
import type { Tenant } from './ask-api.ts'
import { askPeople, type ListedKey, Refused } from './ask-people.ts'
import { KeyDialog, type KeyQuestion } from './key-dialogs.tsx'
import { useTenant } from './use-account.ts'
import { ageOf, dateOf, isPast, shortId } from './words.ts'

function keysQuery({ businessId }: Tenant) {
  return queryOptions({
    queryKey: ['keys', businessId],
    queryFn: async () =>
      askPeople<{ keys: readonly ListedKey[] }>(`/people/v1/businesses/${businessId}/keys`),
  })
}

/** The keys of the mode, and what a program needs besides. */
export function DevelopersPage() {
  const tenant = useTenant()
  const { data, error } = useQuery(keysQuery(tenant))
  const [question, setQuestion] = useState<KeyQuestion>()
  const keys = data?.keys.filter(({ mode, revoked_at: revoked }) => mode === tenant.mode && revoked === null)
  const mayManage = ['owner', 'administrator', 'developer'].includes(tenant.role)
  const isTest = tenant.mode === 'test'
  return (
    <>
      <title>{`Developers · ${tenant.name} · Afara`}</title>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-title font-semibold tracking-tight">Developers</h1>
          <p className="text-small text-muted">
            {isTest ? 'Keys of the sandbox. They move no real money.' : 'Keys that move real money.'}
          </p>
        </div>
        {isTest && mayManage && (
          <Button look="primary" onClick={() => setQuestion({ kind: 'issue' })}>
            <Plus size={16} aria-hidden />
            New test key
          </Button>
        )}
      </div>
      <div className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_320px] wide:items-start wide:gap-6">
        <Panel title={isTest ? 'Test keys' : 'Live keys'} aside="A key is shown once, when you make it">
          {keys === undefined && error === null && <Skeleton rows={2} height={56} />}
          {error !== null && <KeysProblem error={error} />}
          {keys?.length === 0 && (
            <EmptyState>
              {isTest
                ? 'A program calls Afara with a key. Make one for each program, so that you can revoke it alone.'
                : 'Afara issues live keys after your business goes live. You can revoke them here.'}
            </EmptyState>
          )}
          <ul>
            {keys?.map((key) => (
              <KeyRow key={key.key_id} one={key} ask={mayManage ? setQuestion : undefined} />
            ))}
          </ul>
        </Panel>
        <Panel title="Send with every request">
          <dl className="flex flex-col gap-3 p-4 text-small">
            <div>
              <dt className="text-muted">business_id</dt>
              <dd>
                <CopyId id={tenant.businessId} short={shortId(tenant.businessId)} />
              </dd>
            </div>
            <div>
              <dt className="text-muted">link_tag</dt>
              <dd>
                <CopyId id={tenant.linkTag} short={tenant.linkTag} />
              </dd>
            </div>
            <div>
              <dt className="text-muted">Header</dt>
              <dd className="font-mono text-caption">svc-sec-key: your key</dd>
            </div>
          </dl>
        </Panel>
      </div>
      {question !== undefined && (
        <KeyDialog tenant={tenant} question={question} close={() => setQuestion(undefined)} />
      )}
    </>
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

function KeyRow({
  one,
  ask,
}: Readonly<{ one: ListedKey; ask: ((question: KeyQuestion) => void) | undefined }>) {
  const isExpired = one.expires_at !== null && isPast(one.expires_at)
  const name = one.label === '' ? 'Without a name' : one.label
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-3 text-small last:border-b-0">
      <div className="min-w-40 flex-1">
        <p className="font-medium break-words">{name}</p>
        <p className="text-caption text-muted">
          Made {dateOf(one.created_at)} · {usedOf(one)}
        </p>
        {one.expires_at !== null && (
          <p className={`text-caption ${isExpired ? 'text-bad' : 'text-warn'}`}>
            {isExpired ? 'Ended' : 'Ends'} {dateOf(one.expires_at)}
          </p>
        )}
      </div>
      <CopyId id={one.key_id} short={shortId(one.key_id)} />
      <ul aria-label="Scopes" className="flex flex-wrap gap-1">
        {one.scopes.map((scope) => (
          <li key={scope} className="rounded-small bg-sunken px-1.5 text-caption font-medium text-muted">
            {scope}
          </li>
        ))}
      </ul>
      {ask !== undefined && !isExpired && (
        <div className="flex gap-2">
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

function usedOf({ last_used_at: at }: ListedKey): string {
  return at === null ? 'never used' : `used ${ageOf(at)}`
}
