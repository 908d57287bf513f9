import { Panel } from '../../shared/ui/panel.tsx'
import { Age, Avatar, ShortId } from '../parts.tsx'
import type { CaseScreen } from './use-case.ts'

const words: Readonly<Record<string, string>> = {
  opened: 'opened the case',
  taken: 'took the case',
  noted: 'noted',
  proposed: 'proposed',
  declined: 'sent it back',
  approved: 'approved',
  dismissed: 'closed the case',
  closed_itself: 'closed the case: nothing is to be decided any more',
}

/** Who did what, oldest first. */
export function HistoryPanel({ screen }: Readonly<{ screen: CaseScreen }>) {
  return (
    <Panel title="History">
      <ol className="grid gap-3 px-4 py-3">
        {screen.steps.map(({ at, by, action, says, reason }) => (
          <li key={`${at} ${action}`} className="flex gap-3 text-small">
            <Avatar name={by ?? 'A'} />
            <div className="min-w-0">
              <p className="wrap-anywhere">
                <b className="font-medium">{by ?? 'Afara'}</b> {words[action] ?? action}
                {says !== null && <>: {says}</>}
              </p>
              <p className="text-caption wrap-anywhere text-muted">“{reason}”</p>
              <p className="text-caption text-muted">
                <Age at={at} />
              </p>
            </div>
          </li>
        ))}
      </ol>
      {screen.overdue.length > 0 && (
        <ul className="border-t px-4 py-3">
          {screen.overdue.map(({ transaction_id: id, expected_by: at }) => (
            <li key={id} className="flex justify-between text-caption text-muted">
              <ShortId id={id} />
              <span>
                expected <Age at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
