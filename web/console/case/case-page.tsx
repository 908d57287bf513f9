import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { clockOf, durationOf } from '../../shared/times.ts'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Pill } from '../../shared/ui/pill.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { Freshness, linkLook, ShortId } from '../parts.tsx'
import { useMode, useNow } from '../use-console.ts'
import { ChoicesPanel } from './choices-panel.tsx'
import { DecidePanel } from './decide-panel.tsx'
import { EvidencePanel } from './evidence-panel.tsx'
import { FilesPanel } from './files-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { MoneyPanel } from './money-panel.tsx'
import { RunbookPanel } from './runbook-panel.tsx'
import { type CaseScreen, keyOf, useCase } from './use-case.ts'

/** One question: whose money it is, the evidence on both sides, what each choice will do, and who decides. */
export function CasePage() {
  const { data, error } = useCase()
  const [picked, setPicked] = useState<string>()
  if (error !== null && data === undefined) return <Problem>{error.message}</Problem>
  if (data === undefined) return <Skeleton rows={8} />
  // Nothing is chosen that nobody proposed.
  const chosen =
    data.choices.find((choice) => keyOf(choice) === picked) ??
    data.choices.find(({ is_proposed: isProposed }) => isProposed)
  return (
    <div className="grid gap-4 pb-24 middle:pb-0">
      <Heading screen={data} />
      {error !== null && <Problem>{error.message}</Problem>}
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_392px]">
        <div className="contents min-w-0 gap-4 wide:grid">
          <div className="order-1 min-w-0">
            <MoneyPanel screen={data} />
          </div>
          <div className="order-3 min-w-0">
            <EvidencePanel screen={data} />
          </div>
          <div className="order-4 min-w-0">
            <ChoicesPanel screen={data} chosen={chosen} pick={(choice) => setPicked(keyOf(choice))} />
          </div>
        </div>
        <div className="contents min-w-0 gap-4 wide:grid">
          <div className="order-2 min-w-0">
            <DecidePanel screen={data} chosen={chosen} drop={() => setPicked(undefined)} />
          </div>
          <div className="order-5 min-w-0">
            <RunbookPanel screen={data} />
          </div>
          <div className="order-6 min-w-0">
            <FilesPanel screen={data} />
          </div>
          <div className="order-7 min-w-0">
            <HistoryPanel screen={data} />
          </div>
        </div>
      </div>
    </div>
  )
}

function Heading({ screen }: Readonly<{ screen: CaseScreen }>) {
  const mode = useMode()
  const now = useNow()
  const { case: file } = screen
  const left = (new Date(file.due_at).getTime() - now) / 1_000
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
      <div className="min-w-0 grow basis-100">
        <div className="flex flex-wrap items-center gap-2 text-small">
          <Link
            to="/$mode/cases"
            params={{ mode }}
            className={joinClasses(linkLook, 'flex h-11 items-center middle:h-auto')}
          >
            Cases
          </Link>
          <span className="text-muted" aria-hidden="true">
            /
          </span>
          <ShortId id={file.case_id} />
          <Pill tone={file.state === 'resolved' ? 'ended' : file.state === 'open' ? 'warn' : 'info'}>
            {file.state === 'resolved' ? 'Closed' : file.state === 'open' ? 'Open' : 'Waits for approval'}
          </Pill>
          {file.transaction_id !== null && <ShortId id={file.transaction_id} />}
        </div>
        <h1 className="text-title font-semibold tracking-tight middle:text-display">{file.title}</h1>
        <p className="max-w-200 text-body text-muted">{file.summary}</p>
      </div>
      {file.state !== 'resolved' && (
        <div className="middle:text-right">
          <p className="text-small">
            <b className="font-semibold">Decide by {clockOf(file.due_at)}</b>{' '}
            <span className={left < 1_800 ? 'font-medium text-warn' : 'text-muted'}>
              {left < 0 ? `${durationOf(-left)} overdue` : `${durationOf(left)} left`}
            </span>
          </p>
          <Freshness />
        </div>
      )}
    </div>
  )
}
