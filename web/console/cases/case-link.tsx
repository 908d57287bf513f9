import { Link } from '@tanstack/react-router'
import { dueOf } from '../../shared/times.ts'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Pill } from '../../shared/ui/pill.tsx'
import type { CaseRow } from '../now/use-now-screen.ts'
import { Amount } from '../parts.tsx'
import { useMode, useNow, useOperator } from '../use-console.ts'

const SOON_MS = 30 * 60_000

/** A case in two lines: the question and its money, then whose it is and when it is due. */
export function CaseLink({ row, isChosen }: Readonly<{ row: CaseRow; isChosen: boolean }>) {
  const mode = useMode()
  const now = useNow()
  const left = new Date(row.due_at).getTime() - now
  return (
    <Link
      to="/$mode/cases/$case"
      params={{ mode, case: row.case_id }}
      className={joinClasses(
        'relative grid min-h-14 grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 px-4 py-2.5 text-small -outline-offset-2 hover:bg-sunken/55',
        isChosen && 'bg-brand-soft',
      )}
    >
      {isChosen && <span className="absolute inset-y-0 left-0 w-0.5 bg-brand" aria-hidden="true" />}
      <span className="font-medium text-pretty">{row.title}</span>
      <span className="text-right font-medium">
        {row.amount_minor === null ? '' : <Amount minor={row.amount_minor} />}
      </span>
      <span className="flex min-w-0 items-center gap-2 text-caption text-muted">
        <span className="truncate">{row.who ?? 'no business'}</span>
        <CaseState row={row} />
      </span>
      <span
        className={joinClasses(
          'text-right text-caption',
          left < SOON_MS ? 'font-medium text-warn' : 'text-muted',
        )}
      >
        {dueOf(row.due_at, now)}
      </span>
    </Link>
  )
}

/** Who is needed next. */
export function CaseState({ row }: Readonly<{ row: CaseRow }>) {
  const { person_id: own } = useOperator()
  if (row.state === 'resolved') return <Pill tone="ended">Closed</Pill>
  if (row.state === 'awaiting_approval')
    return row.proposer_id === own ? (
      <Pill tone="info" isStale>
        Needs somebody else
      </Pill>
    ) : (
      <Pill tone="info">Needs your approval</Pill>
    )
  if (row.owner === null) return <span className="whitespace-nowrap">no owner yet</span>
  return <span className="truncate">{row.owner_id === own ? 'you own it' : row.owner}</span>
}
