import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { sayProblem } from '../../shared/ask.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Problem } from '../../shared/ui/placeholder.tsx'
import { Avatar, ShortId } from '../parts.tsx'
import { runCommand, type Signed } from '../run-command.ts'
import { useOperator, useRefresh } from '../use-console.ts'
import { SignDialog } from './sign-dialog.tsx'
import type { CaseScreen, Choice } from './use-case.ts'

type Asked = Signed & Readonly<{ sign: () => void; refuse: () => void }>

/** The first person says why, reads the exact text, and signs it. Nothing moves. */
export function ProposeForm({
  screen,
  choice,
  drop,
}: Readonly<{ screen: CaseScreen; choice: Choice; drop: () => void }>) {
  const { name } = useOperator()
  const refresh = useRefresh()
  const [reason, setReason] = useState('')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string>()
  const [asked, setAsked] = useState<Asked>()
  const [isSending, setIsSending] = useState(false)
  const [isShared, setIsShared] = useState(false)
  const isUnder = choice.standing !== null && !isShared
  const isAlone = choice.action === 'dismiss' || isUnder
  const { proposal } = screen
  const propose = async (event: FormEvent) => {
    event.preventDefault()
    setIsSending(true)
    setProblem(undefined)
    const options = choice.fields.flatMap(({ option }) => {
      const value = values[option]?.trim() ?? ''
      return value === '' ? [] : [option, value]
    })
    try {
      if (proposal !== null)
        await runCommand([
          'decline',
          screen.case.case_id,
          '--reason',
          `replaced by another proposal: ${reason}`,
        ])
      const alone = isUnder ? ['--under', choice.standing ?? '', '--close'] : []
      await runCommand([...choice.command, ...options, ...alone, '--reason', reason], { check: confirmText })
      drop()
    } catch (error) {
      setProblem(sayProblem(error as Error))
    } finally {
      setAsked(undefined)
      setIsSending(false)
      await refresh('cases')
    }
  }
  const confirmText = async (signed: Signed) =>
    new Promise<void>((sign, refuse) => {
      setAsked({
        ...signed,
        sign,
        refuse: () => refuse(new Error('You signed nothing. Nothing has changed.')),
      })
    })
  const isReady = reason.trim() !== '' && choice.fields.every((one) => one.is_optional || values[one.option])
  return (
    <form className="grid gap-4" onSubmit={(event) => void propose(event)}>
      <ol className="grid gap-3">
        <li className="flex gap-3">
          <Avatar name={name} isYou />
          <div className="text-small">
            <p className="font-medium">
              You {isAlone ? 'decide' : 'propose'}:{' '}
              {choice.title.charAt(0).toLowerCase() + choice.title.slice(1)}
            </p>
            <p className="text-caption text-muted">
              {isUnder
                ? 'It takes effect when you sign.'
                : proposal === null
                  ? 'Nothing moves when you sign.'
                  : `This replaces the proposal of ${proposal.name}, who is told why.`}
            </p>
          </div>
        </li>
        {!isAlone && (
          <li className="flex gap-3">
            <Avatar name="2" />
            <div className="text-small">
              <p className="font-medium">
                {screen.case.people === '1' ? 'You, or somebody else, approve' : 'Another operator approves'}
              </p>
              <p className="text-caption text-muted">They sign the same text.</p>
            </div>
          </li>
        )}
      </ol>
      {choice.standing !== null && (
        <div className="grid gap-1 rounded-small bg-sunken p-3 text-small">
          <p>
            One person can close this under <ShortId id={choice.standing} />, which two operators signed.
          </p>
          <label className="flex min-h-11 items-center gap-2 middle:min-h-0">
            <input
              type="checkbox"
              checked={isShared}
              onChange={(event) => setIsShared(event.target.checked)}
              className="size-4 accent-brand"
            />
            Ask a second person anyway
          </label>
        </div>
      )}
      {choice.fields.map(({ option, label, hint, values: allowed, is_optional: isOptional }) =>
        allowed.length === 0 ? (
          <Field
            key={option}
            label={label}
            hint={hint === '' ? undefined : hint}
            required={!isOptional}
            value={values[option] ?? ''}
            onChange={(event) => setValues({ ...values, [option]: event.target.value })}
          />
        ) : (
          <label key={option} className="grid gap-1 text-small font-medium">
            {label}
            <select
              required={!isOptional}
              value={values[option] ?? ''}
              onChange={(event) => setValues({ ...values, [option]: event.target.value })}
              className="h-11 rounded-small border border-border-strong bg-surface px-3 text-body middle:h-10"
            >
              <option value="">Choose one</option>
              {allowed.map((value) => (
                <option key={value}>{value}</option>
              ))}
            </select>
          </label>
        ),
      )}
      <label className="grid gap-1 text-small font-medium">
        {isUnder ? 'Why?' : 'Why? The other person reads this'}
        <textarea
          required
          rows={2}
          maxLength={1_000}
          value={reason}
          placeholder="For example: the business agrees, mail of today"
          onChange={(event) => setReason(event.target.value)}
          className="rounded-small border border-border-strong bg-surface px-3 py-2 text-body font-normal"
        />
      </label>
      {problem !== undefined && <Problem>{problem}</Problem>}
      <div className="flex gap-2">
        <Button
          type="submit"
          look="primary"
          className="h-12 grow text-body middle:h-10"
          disabled={isSending || !isReady}
        >
          <KeyRound size={16} aria-hidden />
          {isUnder ? 'Close with passkey' : isAlone ? 'Close the case' : 'Propose with passkey'}
        </Button>
        <Button className="h-12 middle:h-10" onClick={drop}>
          Cancel
        </Button>
      </div>
      {asked !== undefined && <SignDialog asked={asked} title={choice.title} />}
    </form>
  )
}
