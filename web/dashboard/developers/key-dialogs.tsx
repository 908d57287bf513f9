import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Problem } from '../../shared/ui/placeholder.tsx'
import type { Tenant } from '../ask-api.ts'
import { askPeople, type IssuedKey, type ListedKey } from '../ask-people.ts'
import { Shown } from '../welcome-page.tsx'

export type KeyQuestion =
  | Readonly<{ kind: 'issue' }>
  | Readonly<{ kind: 'rotate' | 'revoke'; one: ListedKey }>

type DialogProps = Readonly<{ tenant: Tenant; close: () => void }>

/** Asks before a key changes, and shows a new one once. */
export function KeyDialog({ question, ...props }: DialogProps & Readonly<{ question: KeyQuestion }>) {
  if (question.kind === 'issue') return <IssueDialog {...props} />
  return question.kind === 'rotate' ? (
    <RotateDialog {...props} one={question.one} />
  ) : (
    <RevokeDialog {...props} one={question.one} />
  )
}

/** Sends a request about keys, and reads the list of keys again. */
function useKeyRequest<T>({ businessId }: Tenant) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ path, body }: Readonly<{ path: string; body?: object }>) =>
      askPeople<T>(`/account/v1/businesses/${businessId}/keys${path}`, body ?? 'nothing'),
    onSuccess: async () => client.invalidateQueries({ queryKey: ['keys', businessId] }),
  })
}

const scopes: ReadonlyArray<readonly [name: string, what: string]> = [
  ['read', 'See transactions, balances and events'],
  ['buy', 'Record buys, make pay links, use the sandbox'],
  ['sell', 'Sell and pay naira out of the balance'],
  ['payouts', 'Withdraw tokens to a wallet'],
  ['webhooks', 'Change where events are sent'],
]

function IssueDialog({ tenant, close }: DialogProps) {
  const [label, setLabel] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>(['read', 'buy', 'sell'])
  const [days, setDays] = useState('')
  const issue = useKeyRequest<{ key: IssuedKey }>(tenant)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { label, scopes: chosen, ...(days !== '' && { expires_in_days: Number(days) }) }
    issue.mutate({ path: '', body })
  }
  if (issue.data !== undefined) return <ShownOnce issued={issue.data.key} close={close} />
  return (
    <Dialog title="New test key" onClose={close}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Name"
          required
          maxLength={100}
          placeholder="Checkout server"
          hint="The program that will use it."
          value={label}
          onChange={(event) => setLabel(event.target.value)}
        />
        <fieldset>
          <legend className="mb-1 text-small font-medium">It may</legend>
          {scopes.map(([name, what]) => (
            <label key={name} className="flex min-h-9 items-center gap-3 text-small">
              <input
                type="checkbox"
                className="size-4 accent-brand"
                checked={chosen.includes(name)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
                }
              />
              <span className="w-20 font-mono text-caption">{name}</span>
              <span className="text-muted">{what}</span>
            </label>
          ))}
        </fieldset>
        <div>
          <label htmlFor="ends" className="mb-1 block text-small font-medium">
            It ends
          </label>
          <select
            id="ends"
            value={days}
            onChange={(event) => setDays(event.target.value)}
            className="h-10 w-full rounded-small border border-border-strong bg-surface px-2 text-body"
          >
            <option value="">Never</option>
            <option value="30">After 30 days</option>
            <option value="90">After 90 days</option>
            <option value="365">After a year</option>
          </select>
        </div>
        {issue.error !== null && <Problem>{issue.error.message}</Problem>}
        <Button
          type="submit"
          look="primary"
          className="h-10"
          disabled={issue.isPending || chosen.length === 0}
        >
          Make the key
        </Button>
      </form>
    </Dialog>
  )
}

function RotateDialog({ tenant, one, close }: DialogProps & Readonly<{ one: ListedKey }>) {
  const rotate = useKeyRequest<{ key: IssuedKey }>(tenant)
  if (rotate.data !== undefined) return <ShownOnce issued={rotate.data.key} close={close} />
  return (
    <Dialog title={`Rotate “${one.label}”`} onClose={close}>
      <p className="mb-4 text-body">
        You get a new key with the same rights. The old one works for 24 more hours, so that no request fails
        while you replace it.
      </p>
      {rotate.error !== null && <Problem>{rotate.error.message}</Problem>}
      <Button
        look="primary"
        className="h-10 w-full"
        disabled={rotate.isPending}
        onClick={() => rotate.mutate({ path: `/${one.key_id}/rotate` })}
      >
        Rotate the key
      </Button>
    </Dialog>
  )
}

function RevokeDialog({ tenant, one, close }: DialogProps & Readonly<{ one: ListedKey }>) {
  const revoke = useKeyRequest<{ paused_endpoints: string }>(tenant)
  const revokeNow = () => revoke.mutate({ path: `/${one.key_id}/revoke` }, { onSuccess: close })
  return (
    <Dialog title={`Revoke “${one.label}”`} onClose={close}>
      <p className="mb-4 text-body">
        Every program that uses this key is refused within five seconds. Webhook endpoints that it opened are
        paused. You cannot undo this.
      </p>
      {revoke.error !== null && <Problem>{revoke.error.message}</Problem>}
      <Button className="h-10 w-full text-bad!" disabled={revoke.isPending} onClick={revokeNow}>
        Revoke the key
      </Button>
    </Dialog>
  )
}

function ShownOnce({ issued, close }: Readonly<{ issued: IssuedKey; close: () => void }>) {
  return (
    <Dialog title="Copy the key now" onClose={close}>
      <p className="mb-3 text-body">We do not show it again: we store only its fingerprint.</p>
      <Shown what="key" text={issued.secret} />
      <Button look="primary" className="mt-4 h-10 w-full" onClick={close}>
        I have stored it
      </Button>
    </Dialog>
  )
}
