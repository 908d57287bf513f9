import { BookOpen } from 'lucide-react'
import { Panel } from '../../shared/ui/panel.tsx'
import type { CaseScreen } from './use-case.ts'

/** What to check before deciding, and when to stop. */
export function RunbookPanel({ screen }: Readonly<{ screen: CaseScreen }>) {
  const { runbook } = screen
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          <BookOpen size={16} aria-hidden />
          Runbook: {runbook.title}
        </span>
      }
    >
      <ol className="grid gap-2 px-4 py-3 text-small">
        {runbook.steps.map((step, place) => (
          <li key={step} className="flex gap-3">
            <span className="w-4 shrink-0 text-right text-muted">{place + 1}.</span>
            {step}
          </li>
        ))}
      </ol>
      <p className="mx-4 mb-3 rounded-small bg-bad-soft px-3 py-2 text-caption text-bad">{runbook.stop}</p>
      <p className="border-t px-4 py-2.5 text-caption text-muted">
        The whole of it: <span className="font-mono">docs/runbooks/{runbook.page}</span>
      </p>
    </Panel>
  )
}
