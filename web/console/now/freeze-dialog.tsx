import { type FormEvent, useState } from 'react'
import { sayProblem } from '../../shared/ask.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Problem } from '../../shared/ui/placeholder.tsx'
import { runCommand } from '../run-command.ts'
import { useMode, useRefresh } from '../use-console.ts'

const networks = ['Polygon', 'Avalanche', 'Solana', 'Stellar']
const scopes = [
  { id: 'network', title: 'One network', what: 'Nothing is sent on it, not even signed transfers.' },
  { id: 'business', title: 'One business', what: 'Nothing of it is sent or paid out, in test and live.' },
  { id: 'all', title: 'Everything', what: 'Nothing is sent and nothing is paid out, in test and live.' },
] as const
type Scope = (typeof scopes)[number]['id']

/** One operator freezes at once. Two lift it. */
export function FreezeDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const mode = useMode()
  const refresh = useRefresh()
  const [scope, setScope] = useState<Scope>('network')
  const [network, setNetwork] = useState(networks[0] ?? '')
  const [business, setBusiness] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const freeze = async (event: FormEvent) => {
    event.preventDefault()
    setIsSending(true)
    setProblem(undefined)
    const subject = {
      all: ['all'],
      business: ['business', business.trim()],
      network: ['network', mode, network],
    }[scope]
    try {
      await runCommand(['freeze', ...subject, '--reason', reason])
      await refresh('freezes', 'rails')
      onClose()
    } catch (error) {
      setProblem(sayProblem(error as Error))
      setIsSending(false)
    }
  }
  return (
    <Dialog title="Freeze" onClose={onClose}>
      <form className="grid gap-4" onSubmit={(event) => void freeze(event)}>
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-small font-medium">What must stop?</legend>
          {scopes.map(({ id, title, what }) => (
            <label
              key={id}
              className="flex min-h-11 cursor-pointer items-start gap-3 rounded-small border p-3 has-checked:border-brand has-checked:bg-brand-soft"
            >
              <input
                type="radio"
                aria-label={title}
                name="scope"
                className="mt-1 accent-brand"
                checked={scope === id}
                onChange={() => setScope(id)}
              />
              <span>
                <b className="text-small font-semibold">{title}</b>
                <span className="block text-caption text-muted">{what}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {scope === 'network' && (
          <label className="grid gap-1 text-small font-medium">
            Network, in {mode} mode
            <select
              value={network}
              onChange={(event) => setNetwork(event.target.value)}
              className="h-11 rounded-small border border-border-strong bg-surface px-3 text-body middle:h-10"
            >
              {networks.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
        {scope === 'business' && (
          <Field
            label="Business"
            required
            value={business}
            hint="Its link tag or its id (biz_…)."
            onChange={(event) => setBusiness(event.target.value)}
          />
        )}
        <Field
          label="What happened?"
          required
          maxLength={500}
          value={reason}
          hint="Other operators read it, and the audit log keeps it."
          onChange={(event) => setReason(event.target.value)}
        />
        <p className="text-small text-muted">
          It takes effect at once, and you can do it alone. What is already on a chain or at a bank cannot be
          stopped. Two operators lift it.
        </p>
        {problem !== undefined && <Problem>{problem}</Problem>}
        <Button
          type="submit"
          disabled={isSending || reason.trim() === '' || (scope === 'business' && business.trim() === '')}
          className="h-12 border-bad! text-bad! middle:h-10"
        >
          Freeze {scope === 'all' ? 'everything' : scope === 'network' ? network : 'the business'} now
        </Button>
      </form>
    </Dialog>
  )
}
