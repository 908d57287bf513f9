import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { wordsOf } from '../../shared/status-words.ts'
import { dueOf } from '../../shared/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { EmptyState } from '../../shared/ui/placeholder.tsx'
import { Choice, CommandDialog } from '../command-dialog.tsx'
import { linkLook } from '../parts.tsx'
import { useMode, useNow } from '../use-console.ts'
import type { Credit, Whole } from './use-transaction.ts'

/** The questions about the transaction, and what one operator can do here: open a case, note something in it, block a credit. */
export function CasePanel({ whole }: Readonly<{ whole: Whole }>) {
  const mode = useMode()
  const now = useNow()
  const [doing, setDoing] = useState<'note' | 'lien'>()
  const open = whole.cases.filter(({ state }) => state !== 'resolved')
  const free = whole.credits.filter(({ lien, stands }) => lien === null && stands)
  const close = () => setDoing(undefined)
  return (
    <Panel title="Cases" aside={open.length === 0 ? 'none open' : `${open.length} open`}>
      {whole.cases.length === 0 && <EmptyState>It needed no decision.</EmptyState>}
      <ul>
        {whole.cases.map((one) => (
          <li key={one.case_id} className="border-t first:border-t-0">
            <Link
              to="/$mode/cases/$case"
              params={{ mode, case: one.case_id }}
              className="flex min-h-11 items-center gap-3 px-4 text-small hover:bg-sunken"
            >
              <span className={`min-w-0 grow truncate ${linkLook}`}>{wordsOf(one.kind)}</span>
              {one.state === 'resolved' ? (
                <Pill tone="ended">Resolved</Pill>
              ) : (
                <span className="text-caption text-muted">{dueOf(one.due_at, now)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 border-t px-4 py-3">
        <Button disabled={open.length === 0} onClick={() => setDoing('note')}>
          Add a note…
        </Button>
        <Button disabled={free.length === 0} onClick={() => setDoing('lien')}>
          Place a lien…
        </Button>
      </div>
      {doing === 'note' && <NoteDialog cases={open} onClose={close} />}
      {doing === 'lien' && <LienDialog credits={free} onClose={close} />}
    </Panel>
  )
}

function NoteDialog({ cases, onClose }: Readonly<{ cases: Whole['cases']; onClose: () => void }>) {
  const [chosen, setChosen] = useState(cases[0]?.case_id ?? '')
  return (
    <CommandDialog
      title="Add a note"
      args={['note', chosen]}
      withReason={(note) => [note]}
      reasonLabel="Note"
      says="Every operator reads it in the case. It cannot be removed."
      button="Add the note"
      onClose={onClose}
      onDone={onClose}
    >
      {cases.length > 1 && (
        <Choice
          label="Case"
          value={chosen}
          options={cases.map(({ case_id: id, kind }) => [id, wordsOf(kind)])}
          onChange={setChosen}
        />
      )}
    </CommandDialog>
  )
}

function LienDialog({ credits, onClose }: Readonly<{ credits: readonly Credit[]; onClose: () => void }>) {
  const [chosen, setChosen] = useState(credits[0]?.credit_id ?? '')
  return (
    <CommandDialog
      title="Place a lien"
      args={['lien', 'place', chosen]}
      reasonLabel="Who claims it, and how do you know?"
      says="Nothing is allocated, delivered or refunded from this credit any more. You can do it alone, and two operators lift it."
      button="Block the credit"
      onClose={onClose}
      onDone={onClose}
    >
      <Choice
        label="Credit"
        value={chosen}
        options={credits.map((credit) => [
          credit.credit_id,
          `${credit.payer_name ?? 'No name'}, ${credit.credit_id}`,
        ])}
        onChange={setChosen}
      />
    </CommandDialog>
  )
}
