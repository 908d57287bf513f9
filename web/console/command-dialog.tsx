import { KeyRound } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { sayProblem } from '../shared/ask.ts'
import { Button } from '../shared/ui/button.tsx'
import { Dialog } from '../shared/ui/dialog.tsx'
import { Field } from '../shared/ui/field.tsx'
import { Problem } from '../shared/ui/placeholder.tsx'
import { runCommand } from './run-command.ts'
import { useRefresh } from './use-console.ts'

/** Asks for a reason and runs one command. `children` are what else it needs; `says` is what will happen, and who is needed next. */
export function CommandDialog({
  title,
  args,
  says,
  button,
  reasonLabel = 'Why?',
  isSigned = false,
  isReady = true,
  onClose,
  onDone,
  children,
}: Readonly<{
  title: string
  /** The words after `afara ops`, without the reason. `note` takes the reason as its last word. */
  args: readonly string[]
  says: ReactNode
  button: string
  reasonLabel?: string
  /** A passkey signs it. */
  isSigned?: boolean
  isReady?: boolean
  onClose: () => void
  onDone: (output: readonly string[]) => void
  children?: ReactNode
}>) {
  const refresh = useRefresh()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setIsSending(true)
    setProblem(undefined)
    try {
      const output = await runCommand(args[0] === 'note' ? [...args, reason] : [...args, '--reason', reason])
      await refresh('cases', 'money')
      onDone(output)
    } catch (error) {
      setProblem(sayProblem(error as Error))
      setIsSending(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="grid gap-4" onSubmit={(event) => void send(event)}>
        {children}
        <Field
          label={reasonLabel}
          required
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <p className="text-small text-muted">{says}</p>
        {problem !== undefined && <Problem>{problem}</Problem>}
        <Button
          type="submit"
          look="primary"
          className="h-12 middle:h-10"
          disabled={isSending || !isReady || reason.trim() === ''}
        >
          {isSigned && <KeyRound size={16} aria-hidden />}
          {button}
        </Button>
      </form>
    </Dialog>
  )
}

/** A labelled choice, of the height of a field. */
export function Choice({
  label,
  value,
  options,
  onChange,
}: Readonly<{
  label: string
  value: string
  options: ReadonlyArray<readonly [value: string, name: string]>
  onChange: (value: string) => void
}>) {
  return (
    <label className="grid gap-1 text-small font-medium">
      {label}
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 rounded-small border border-border-strong bg-surface px-3 text-body middle:h-10"
      >
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The case that a command opened, in its output. */
export function caseIn(output: readonly string[]): string | undefined {
  return /cas_[0-9a-f]{32}/.exec(output.join(' '))?.[0]
}
