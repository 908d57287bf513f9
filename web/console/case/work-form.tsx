import { useState } from 'react'
import { sayProblem } from '../../shared/ask.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Problem } from '../../shared/ui/placeholder.tsx'
import { runCommand } from '../run-command.ts'
import { useOperator, useRefresh } from '../use-console.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'
import type { CaseScreen } from './use-case.ts'

/** Take the case, or add a note. Neither moves money. */
export function WorkForm({ screen }: Readonly<{ screen: CaseScreen }>) {
  const { person_id: own } = useOperator()
  const refresh = useRefresh()
  const [note, setNote] = useState('')
  const [isGiving, setIsGiving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { case_id: id, owner, owner_id: ownerId } = screen.case
  const run = async (args: readonly string[]) => {
    setProblem(undefined)
    try {
      await runCommand(args)
      setNote('')
    } catch (error) {
      setProblem(sayProblem(error as Error))
    }
    await refresh('cases')
  }
  return (
    <div className="grid gap-2 border-t pt-4">
      <p className="flex items-center justify-between gap-3 text-small">
        <span className="text-muted">
          {ownerId === null
            ? 'It has no owner yet.'
            : ownerId === own
              ? 'You own it.'
              : `${owner ?? 'Somebody'} owns it.`}
        </span>
        <span className="flex gap-2">
          {ownerId !== own && <Button onClick={() => void run(['take', id])}>Take it</Button>}
          <Button look="quiet" onClick={() => setIsGiving(true)}>
            Hand over…
          </Button>
        </span>
      </p>
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void run(['note', id, note])
        }}
      >
        <input
          aria-label="Note"
          placeholder="Add a note for your colleagues"
          value={note}
          maxLength={1_000}
          onChange={(event) => setNote(event.target.value)}
          className="h-11 min-w-0 grow rounded-small border border-border-strong bg-surface px-3 text-small middle:h-8"
        />
        <Button type="submit" disabled={note.trim() === ''}>
          Add note
        </Button>
      </form>
      {problem !== undefined && <Problem>{problem}</Problem>}
      {isGiving && <HandOverDialog caseId={id} onClose={() => setIsGiving(false)} />}
    </div>
  )
}
