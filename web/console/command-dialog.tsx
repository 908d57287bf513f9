import { useNavigate } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { sayProblem } from '../shared/ask.ts'
import { Button } from '../shared/ui/button.tsx'
import { Dialog } from '../shared/ui/dialog.tsx'
import { Field } from '../shared/ui/field.tsx'
import { Problem } from '../shared/ui/placeholder.tsx'
import { SignDialog } from './case/sign-dialog.tsx'
import { runCommand, type Signed } from './run-command.ts'
import { type Mode, useMode, useRefresh } from './use-console.ts'

type CommandProps = Readonly<{
  title: string
  /** The words after `afara ops`, without the reason. */
  args: readonly string[]
  /** What will happen, and who is needed next. */
  says: ReactNode
  button: string
  reasonLabel?: string
  reasonHint?: string
  /** The arguments that carry what was typed. */
  withReason?: (reason: string) => readonly string[]
  /** It stops something at once. */
  isStop?: boolean
  /** A passkey signs it, after its exact text was read. */
  isSigned?: boolean
  isReady?: boolean
  onClose: () => void
  onDone: (output: readonly string[]) => void
  /** Contents of files in base64, by the names that the arguments have. */
  files?: () => Promise<Readonly<Record<string, string>>>
  /** What else it needs. */
  children?: ReactNode
}>

const asOption = (reason: string): readonly string[] => ['--reason', reason]

type Asked = Signed & Readonly<{ sign: () => void; refuse: () => void }>

/** Asks for a reason and runs one command. */
export function CommandDialog({
  title,
  args,
  says,
  button,
  reasonLabel = 'Why?',
  reasonHint,
  withReason = asOption,
  isStop = false,
  isSigned = false,
  isReady = true,
  files,
  onClose,
  onDone,
  children,
}: CommandProps) {
  const refresh = useRefresh()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const confirmText = async (signed: Signed) =>
    new Promise<void>((sign, refuse) => {
      setAsked({
        ...signed,
        sign,
        refuse: () => refuse(new Error('You signed nothing. Nothing has changed.')),
      })
    })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setIsSending(true)
    setProblem(undefined)
    try {
      const output = await runCommand([...args, ...withReason(reason)], {
        check: confirmText,
        ...(files && { files: await files() }),
      })
      await refresh('cases', 'money', 'freezes', 'rails')
      onDone(output)
    } catch (error) {
      setAsked(undefined)
      setProblem(sayProblem(error as Error))
      setIsSending(false)
    }
  }
  if (asked !== undefined) return <SignDialog asked={asked} title={title} />
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="grid gap-4" onSubmit={(event) => void send(event)}>
        {children}
        <Field
          label={reasonLabel}
          required
          maxLength={500}
          value={reason}
          hint={reasonHint}
          onChange={(event) => setReason(event.target.value)}
        />
        <p className="text-small text-muted">{says}</p>
        {problem !== undefined && <Problem>{problem}</Problem>}
        <Button
          type="submit"
          look={isStop ? 'plain' : 'primary'}
          className={`h-12 middle:h-10 ${isStop ? 'border-bad! text-bad!' : ''}`}
          disabled={isSending || !isReady || reason.trim() === ''}
        >
          {isSigned && <KeyRound size={16} aria-hidden />}
          {button}
        </Button>
      </form>
    </Dialog>
  )
}

/** Proposes something that another operator approves, and opens the case in which they do. */
export function ProposeDialog({
  caseMode,
  ...props
}: Omit<CommandProps, 'button' | 'isSigned' | 'onDone'> & Readonly<{ caseMode?: Mode }>) {
  const mode = useMode()
  const navigate = useNavigate()
  return (
    <CommandDialog
      {...props}
      isSigned
      button="Propose with passkey"
      onDone={(output) => {
        const id = caseIn(output)
        if (id === undefined) props.onClose()
        else void navigate({ to: '/$mode/cases/$case', params: { mode: caseMode ?? mode, case: id } })
      }}
    />
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
