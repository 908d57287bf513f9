import { useState } from 'react'
import { sayProblem } from '../../shared/ask.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Problem } from '../../shared/ui/placeholder.tsx'
import { runCommand } from '../run-command.ts'
import { useRefresh } from '../use-console.ts'

/** What may be done to several cases at once: nothing that moves money. */
export function BulkBar({ ids, onDone }: Readonly<{ ids: readonly string[]; onDone: () => void }>) {
  const refresh = useRefresh()
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState<number>()
  const run = async (words: (id: string) => readonly string[]) => {
    setProblem(undefined)
    try {
      for (const [place, id] of ids.entries()) {
        setDone(place)
        await runCommand(words(id))
      }
      onDone()
    } catch (error) {
      setProblem(`${done ?? 0} of ${ids.length} are done. ${sayProblem(error as Error)}`)
    } finally {
      setDone(undefined)
      await refresh('cases')
    }
  }
  const isBusy = done !== undefined
  return (
    <section
      aria-label="Marked cases"
      className="flex flex-wrap items-center gap-2 rounded-panel border border-brand bg-brand-soft px-4 py-2"
    >
      <b className="text-small font-semibold">{ids.length} marked</b>
      <Button disabled={isBusy} onClick={() => void run((id) => ['take', id])}>
        Take them
      </Button>
      <form
        className="flex min-w-60 grow items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void run((id) => ['note', id, note])
        }}
      >
        <input
          aria-label="Note for all marked cases"
          placeholder="Note for all of them"
          value={note}
          maxLength={1_000}
          onChange={(event) => setNote(event.target.value)}
          className="h-11 min-w-0 grow rounded-small border border-border-strong bg-surface px-3 text-small middle:h-8"
        />
        <Button type="submit" disabled={isBusy || note.trim() === ''}>
          Add note
        </Button>
      </form>
      <Button look="quiet" onClick={onDone}>
        Unmark
      </Button>
      {problem !== undefined && <Problem>{problem}</Problem>}
    </section>
  )
}
