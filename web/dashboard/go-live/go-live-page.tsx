import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Money } from '../../shared/ui/money.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill, type Tone } from '../../shared/ui/pill.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import type { Tenant } from '../ask-api.ts'
import { Refused } from '../ask-people.ts'
import { useAccount, useTenant } from '../use-account.ts'
import { clockOf, dateOf, koboOf } from '../words.ts'
import { ChecklistItem } from './checklist-item.tsx'
import { type GoLive, goLiveQuery, type ItemName, useGoLiveRequest } from './use-go-live.ts'

/** The way into live mode: a checklist, the wait, what to fix, and the decision. */
export function GoLivePage() {
  const tenant = useTenant()
  const client = useQueryClient()
  const { data: file, error } = useQuery(goLiveQuery(tenant))
  const isApproved = file?.state === 'approved'
  useEffect(() => {
    // Live mode opens in the other pages too.
    if (isApproved) void client.invalidateQueries({ queryKey: ['account'] })
  }, [isApproved, client])
  return (
    <>
      <title>{`Go live · ${tenant.name} · Afara`}</title>
      <div className="mb-4">
        <h1 className="text-title font-semibold tracking-tight">Go live</h1>
        <p className="text-small text-muted">
          Tell us who you are. Two people at Afara read it before your business moves real money.
        </p>
      </div>
      {error !== null && <ReadProblem error={error} />}
      {file === undefined && error === null && (
        <Panel>
          <Skeleton rows={7} height={56} />
        </Panel>
      )}
      {file !== undefined && (
        <div className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_320px] wide:items-start wide:gap-6">
          <div className="flex min-w-0 flex-col gap-4">
            <Decision file={file} tenant={tenant} />
            <Checklist file={file} tenant={tenant} />
          </div>
          <Side file={file} tenant={tenant} />
        </div>
      )}
    </>
  )
}

function ReadProblem({ error }: Readonly<{ error: Error }>) {
  const isRole = error instanceof Refused && error.code === 'role_missing'
  return (
    <Problem>
      {isRole
        ? 'Only an owner or an administrator of the business can fill this in. Ask one of them.'
        : error.message}
    </Problem>
  )
}

/** What we decided, or that two people are reading. Nothing while the file is a draft. */
function Decision({ file, tenant }: Readonly<{ file: GoLive; tenant: Tenant }>) {
  const { state, submission } = file
  if (state === 'approved')
    return (
      <Notice tone="good" title="Your business is live">
        <p>
          You are in tier {file.tier ?? '–'}. You can move{' '}
          {file.daily_limit === null ? (
            'as much as you like'
          ) : (
            <b className="font-semibold">
              <Money kobo={koboOf(file.daily_limit)} />
            </b>
          )}{' '}
          in a day. Ask us for a live key when your program is ready.
        </p>
        <Button asChild look="primary" className="mt-3">
          <Link to="/$business/$mode" params={{ business: tenant.linkTag, mode: 'live' }}>
            Open live mode
          </Link>
        </Button>
      </Notice>
    )
  if (state === 'suspended')
    return (
      <Notice tone="bad" title="Your business is suspended">
        <p>Live mode is stopped. Write to us, and we tell you why unless the law forbids it.</p>
      </Notice>
    )
  if (state === 'submitted' && submission !== null)
    return (
      <Notice tone="info" title="Two people are reading your file">
        <p>
          {submission.submitted_by} submitted it on {dateOf(submission.submitted_at)},{' '}
          {clockOf(submission.submitted_at)}. Two people decide, usually within one business day. We mail the
          owners, and this page shows the decision.
        </p>
      </Notice>
    )
  if (state === 'refused' && submission !== null)
    return (
      <Notice
        tone="warn"
        title={submission.to_fix.length === 1 ? 'Fix one thing' : `Fix ${submission.to_fix.length} things`}
      >
        <p>
          We read your file{submission.refused_at !== null && ` on ${dateOf(submission.refused_at)}`}. What to
          fix is next to each item. Correct it, then submit again.
        </p>
      </Notice>
    )
  return null
}

const borders: Readonly<Record<Tone, string>> = {
  good: 'border-l-good',
  info: 'border-l-info',
  warn: 'border-l-warn',
  bad: 'border-l-bad',
  ended: 'border-l-border-strong',
}

function Notice({ tone, title, children }: Readonly<{ tone: Tone; title: string; children: ReactNode }>) {
  return (
    <section
      aria-label={title}
      className={`rounded-panel border border-l-4 bg-surface px-4 py-3 text-small ${borders[tone]}`}
    >
      <h2 className="mb-1 text-body font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Checklist({ file, tenant }: Readonly<{ file: GoLive; tenant: Tenant }>) {
  const isOpenToEdit = file.state === 'draft' || file.state === 'refused'
  const [open, setOpen] = useState<ItemName | null>(() => (isOpenToEdit ? (firstToDo(file) ?? null) : null))
  return (
    <Panel title="Your file" aside={`${doneOf(file)} of ${file.items.length} complete`}>
      <ol>
        {file.items.map(({ item, is_complete: isComplete }) => (
          <ChecklistItem
            key={item}
            item={item}
            file={file}
            tenant={tenant}
            isComplete={isComplete}
            isOpen={isOpenToEdit && open === item}
            toggle={isOpenToEdit ? () => setOpen(open === item ? null : item) : undefined}
            close={() => setOpen(nextToDo(file, item))}
          />
        ))}
      </ol>
    </Panel>
  )
}

/** Beside the checklist: how far it is, what happens next, and the one button. */
function Side({ file, tenant }: Readonly<{ file: GoLive; tenant: Tenant }>) {
  const { data: account } = useAccount()
  const submit = useGoLiveRequest(tenant, '/submit')
  const { state, submission } = file
  const isDone = doneOf(file) === file.items.length
  const isConfirmed = account?.person.is_email_confirmed !== false
  const canSubmit = state === 'draft' || state === 'refused'
  return (
    <Panel
      title="What happens"
      aside={<Pill tone={tones[state]}>{stateNames[state]}</Pill>}
      className="wide:sticky wide:top-18"
    >
      <ol className="flex flex-col gap-3 p-4 text-small">
        <Step isDone={submission !== null || isDone} name="You complete the checklist">
          Everything is saved as you go.
        </Step>
        <Step isDone={!canSubmit} name="You submit it">
          Nobody can change what you submitted. If something changes, you submit again.
        </Step>
        <Step isDone={state === 'approved' || state === 'suspended'} name="Two people decide">
          Usually within one business day. They set your tier and limits, or tell you what to fix.
        </Step>
      </ol>
      {canSubmit && (
        <div className="flex flex-col gap-2 border-t p-4">
          {submit.error !== null && <Problem>{submit.error.message}</Problem>}
          <Button
            look={isDone ? 'primary' : 'plain'}
            className="h-11! w-full"
            disabled={!isDone || !isConfirmed || submit.isPending}
            onClick={() => submit.mutate('nothing')}
          >
            {submit.isPending ? 'One moment' : state === 'refused' ? 'Submit again' : 'Submit for review'}
          </Button>
          <p className="text-caption text-muted">{reasonToWait(file, isDone, isConfirmed)}</p>
        </div>
      )}
      {submission !== null && (
        <dl className="flex flex-col gap-2 border-t p-4 text-caption text-muted">
          <div>
            <dt className="inline">File {submission.version}, SHA-256 </dt>
            <dd className="inline font-mono break-all">{submission.digest}</dd>
          </div>
        </dl>
      )}
    </Panel>
  )
}

function Step({ isDone, name, children }: Readonly<{ isDone: boolean; name: string; children: ReactNode }>) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className={`mt-1.5 size-2 shrink-0 rounded-full border ${isDone ? 'border-good bg-good' : 'border-border-strong'}`}
      />
      <div>
        <p className="font-medium">
          {name}
          {isDone && <span className="sr-only"> (done)</span>}
        </p>
        <p className="text-caption text-muted">{children}</p>
      </div>
    </li>
  )
}

const tones: Readonly<Record<GoLive['state'], Tone>> = {
  draft: 'ended',
  submitted: 'info',
  refused: 'warn',
  approved: 'good',
  suspended: 'bad',
}
const stateNames: Readonly<Record<GoLive['state'], string>> = {
  draft: 'Draft',
  submitted: 'In review',
  refused: 'Needs you',
  approved: 'Live',
  suspended: 'Suspended',
}

const doneOf = ({ items }: GoLive): number => items.filter((one) => one.is_complete).length

function reasonToWait({ items }: GoLive, isDone: boolean, isConfirmed: boolean): string {
  if (!isDone) return `${items.filter((one) => !one.is_complete).length} items are not complete yet.`
  if (!isConfirmed) return 'Confirm your email address first: open the link in our mail.'
  return 'Submitting signs nothing and moves no money.'
}

/** The first item that needs something. */
function firstToDo({ items, submission }: GoLive): ItemName | undefined {
  const toFix = submission?.to_fix.map(({ item }) => item) ?? []
  return items.find((one) => !one.is_complete || toFix.includes(one.item))?.item
}

/** The next incomplete item after one that was just saved. */
function nextToDo({ items }: GoLive, saved: ItemName): ItemName | null {
  const place = items.findIndex(({ item }) => item === saved)
  const after = [...items.slice(place + 1), ...items.slice(0, place)]
  return after.find((one) => !one.is_complete)?.item ?? null
}
