import { useNavigate } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { sayProblem } from '../../shared/ask.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Problem } from '../../shared/ui/placeholder.tsx'
import { SignDialog } from '../case/sign-dialog.tsx'
import { runCommand, type Signed } from '../run-command.ts'
import { useMode, useRefresh } from '../use-console.ts'
import type { Frozen } from './use-now-screen.ts'

type Asked = Signed & Readonly<{ sign: () => void; refuse: () => void }>

/** Asks to lift a freeze. Another operator approves it, on the page of the case that this opens. */
export function LiftDialog({ frozen, onClose }: Readonly<{ frozen: Frozen; onClose: () => void }>) {
  const mode = useMode()
  const navigate = useNavigate()
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
  const propose = async (event: FormEvent) => {
    event.preventDefault()
    setIsSending(true)
    setProblem(undefined)
    try {
      const output = await runCommand(['unfreeze', ...frozen.args, '--reason', reason], {
        check: confirmText,
      })
      await refresh('cases', 'freezes')
      const id = /cas_[0-9a-f]{32}/.exec(output.join(' '))?.[0]
      if (id === undefined) onClose()
      else await navigate({ to: '/$mode/cases/$case', params: { mode: caseMode(frozen, mode), case: id } })
    } catch (error) {
      setAsked(undefined)
      setProblem(sayProblem(error as Error))
      setIsSending(false)
    }
  }
  if (asked !== undefined) return <SignDialog asked={asked} title={`Lift the freeze of ${frozen.name}`} />
  return (
    <Dialog title={`Lift the freeze of ${frozen.name}`} onClose={onClose}>
      <form className="grid gap-4" onSubmit={(event) => void propose(event)}>
        <Field
          label="What did you find?"
          required
          maxLength={500}
          value={reason}
          hint="The other operator reads this before they approve."
          onChange={(event) => setReason(event.target.value)}
        />
        <p className="text-small text-muted">
          Nothing changes when you propose. Once another operator approves, everything that waits is sent.
        </p>
        {problem !== undefined && <Problem>{problem}</Problem>}
        <Button
          type="submit"
          look="primary"
          className="h-12 middle:h-10"
          disabled={isSending || reason.trim() === ''}
        >
          <KeyRound size={16} aria-hidden />
          Propose with passkey
        </Button>
      </form>
    </Dialog>
  )
}

/** The case about a freeze of everything or of a business is live, whichever mode the screen shows. */
function caseMode({ kind }: Frozen, mode: 'live' | 'test'): 'live' | 'test' {
  return kind === 'network' ? mode : 'live'
}
