import type { WebhookEndpoint } from '@afara/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Problem } from '../../shared/ui/placeholder.tsx'
import { askConfirmed, type Tenant } from '../ask-api.ts'
import { sayProblem } from '../ask-people.ts'
import { Shown } from '../welcome-page.tsx'

export type EndpointQuestion =
  | Readonly<{ kind: 'open' }>
  | Readonly<{ kind: 'change' | 'pause' | 'resume' | 'rotate' | 'remove'; one: WebhookEndpoint }>

type DialogProps = Readonly<{ tenant: Tenant; close: () => void }>
type Reply = Readonly<{ endpoint: WebhookEndpoint; secret?: string }>

/** Asks before an endpoint changes. Each change is confirmed with a passkey, because an endpoint receives what customers do. */
export function EndpointDialog({
  question,
  ...props
}: DialogProps & Readonly<{ question: EndpointQuestion }>) {
  if (question.kind === 'open' || question.kind === 'change') {
    return <EndpointForm {...props} one={question.kind === 'open' ? undefined : question.one} />
  }
  return <MoveDialog {...props} {...question} kind={question.kind} />
}

/** Sends a change that the person confirms, and reads the endpoints again. */
function useConfirmed(tenant: Tenant) {
  const { businessId, mode } = tenant
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ path, body }: Readonly<{ path: string; body?: object }>) =>
      askConfirmed<Reply>(tenant, `/webhooks/v1/endpoints${path}`, body),
    onSuccess: async () => client.invalidateQueries({ queryKey: [businessId, mode, 'endpoints'] }),
  })
}

/** What most receivers need. A program may name single events through the API. */
const groups: ReadonlyArray<readonly [pattern: string, what: string]> = [
  ['buy.*', 'Naira in, tokens out'],
  ['sell.*', 'Tokens in, naira out'],
  ['withdrawal.*', 'Tokens from the balance to a wallet'],
  ['case.*', 'What you are asked to decide'],
  ['batch.*', 'Batches of payouts that are checked or completed'],
]

function EndpointForm({ tenant, one, close }: DialogProps & Readonly<{ one: WebhookEndpoint | undefined }>) {
  const [url, setUrl] = useState(one?.url ?? '')
  const [description, setDescription] = useState(one?.description ?? '')
  const [events, setEvents] = useState<readonly string[]>(one?.events ?? ['*'])
  const change = useConfirmed(tenant)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const path = one === undefined ? '' : `/${one.id}/update`
    const onSuccess = one === undefined ? undefined : close
    change.mutate({ path, body: { url, events, description } }, onSuccess && { onSuccess })
  }
  if (one === undefined && change.data?.secret !== undefined)
    return <SecretShown secret={change.data.secret} close={close} />
  const isAll = events.includes('*')
  return (
    <Dialog title={one === undefined ? 'New endpoint' : 'Change the endpoint'} onClose={close}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Address"
          type="url"
          required
          spellCheck={false}
          placeholder="https://hooks.your-shop.ng/afara"
          hint="Your server answers 2xx within ten seconds."
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <fieldset>
          <legend className="mb-1 text-small font-medium">Events</legend>
          <Choice
            name="*"
            what="All events, also those that we add later"
            isOn={isAll}
            change={(isOn) => setEvents(isOn ? ['*'] : groups.map(([pattern]) => pattern))}
          />
          {groups.map(([pattern, what]) => (
            <Choice
              key={pattern}
              name={pattern}
              what={what}
              isOn={isAll || events.includes(pattern)}
              isOff={isAll}
              change={(isOn) =>
                setEvents(isOn ? [...events, pattern] : events.filter((other) => other !== pattern))
              }
            />
          ))}
          {events.some((pattern) => pattern !== '*' && !groups.some(([known]) => known === pattern)) && (
            <p className="text-caption text-muted">
              Also: {events.filter((pattern) => !groups.some(([known]) => known === pattern)).join(', ')}
            </p>
          )}
        </fieldset>
        <Field
          label="Note"
          maxLength={200}
          placeholder="The shop"
          hint="For you. It is not sent."
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
        {change.error !== null && <Problem>{sayProblem(change.error)}</Problem>}
        <ConfirmButton isPending={change.isPending} isOff={events.length === 0}>
          {one === undefined ? 'Create with your passkey' : 'Change with your passkey'}
        </ConfirmButton>
      </form>
    </Dialog>
  )
}

function Choice({
  name,
  what,
  isOn,
  isOff = false,
  change,
}: Readonly<{
  name: string
  what: string
  isOn: boolean
  isOff?: boolean
  change: (isOn: boolean) => void
}>) {
  return (
    <label className="flex min-h-9 items-center gap-3 text-small">
      <input
        type="checkbox"
        className="size-4 accent-brand"
        checked={isOn}
        disabled={isOff}
        onChange={({ target }) => change(target.checked)}
      />
      <span className="w-24 font-mono text-caption">{name}</span>
      <span className="text-muted">{what}</span>
    </label>
  )
}

const moves = {
  pause: {
    title: 'Pause the endpoint',
    button: 'Pause with your passkey',
    what: 'We hold its events until you resume it. None is lost.',
  },
  resume: {
    title: 'Resume the endpoint',
    button: 'Resume with your passkey',
    what: 'We send the events that we held, oldest first.',
  },
  rotate: {
    title: 'Rotate the secret',
    button: 'Rotate with your passkey',
    what: 'You get a new secret. For 24 hours we sign each message with both, so that none is refused while you replace it.',
  },
  remove: {
    title: 'Remove the endpoint',
    button: 'Remove with your passkey',
    what: 'We send nothing more to it and delete its waiting deliveries. The events stay in the feed. You cannot undo this.',
  },
} as const

function MoveDialog({
  tenant,
  one,
  kind,
  close,
}: DialogProps & Readonly<{ one: WebhookEndpoint; kind: keyof typeof moves }>) {
  const move = useConfirmed(tenant)
  const { title, button, what } = moves[kind]
  const run = () =>
    kind === 'rotate'
      ? move.mutate({ path: `/${one.id}/rotate-secret`, body: {} })
      : move.mutate({ path: `/${one.id}/${kind}` }, { onSuccess: close })
  if (move.data?.secret !== undefined) return <SecretShown secret={move.data.secret} close={close} />
  return (
    <Dialog title={title} onClose={close}>
      <p className="mb-2 font-mono text-caption break-all">{one.url}</p>
      <p className="mb-4 text-body">{what}</p>
      {move.error !== null && <Problem>{sayProblem(move.error)}</Problem>}
      <ConfirmButton isPending={move.isPending} run={run} className={kind === 'remove' ? 'text-bad!' : ''}>
        {button}
      </ConfirmButton>
    </Dialog>
  )
}

function ConfirmButton({
  isPending,
  isOff = false,
  run,
  className,
  children,
}: Readonly<{
  isPending: boolean
  isOff?: boolean
  run?: () => void
  className?: string
  children: ReactNode
}>) {
  const isPlain = className !== undefined && className !== ''
  return (
    <Button
      type={run === undefined ? 'submit' : 'button'}
      look={isPlain ? 'plain' : 'primary'}
      className={`h-11 w-full middle:h-10 ${className ?? ''}`}
      disabled={isPending || isOff}
      {...(run !== undefined && { onClick: run })}
    >
      <KeyRound size={16} aria-hidden />
      {isPending ? 'Waiting for your passkey' : children}
    </Button>
  )
}

function SecretShown({ secret, close }: Readonly<{ secret: string; close: () => void }>) {
  return (
    <Dialog title="Copy the secret now" onClose={close}>
      <p className="mb-3 text-body">
        Your server verifies each message with it. We do not show it again; you can rotate it.
      </p>
      <Shown what="secret" text={secret} />
      <Button look="primary" className="mt-4 h-11 w-full middle:h-10" onClick={close}>
        I have stored it
      </Button>
    </Dialog>
  )
}
