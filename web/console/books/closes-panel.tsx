import { Link } from '@tanstack/react-router'
import { dateOf } from '../../shared/times.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { EmptyState } from '../../shared/ui/placeholder.tsx'
import { Age } from '../parts.tsx'
import { useMode } from '../use-console.ts'
import { type Books, noonOf } from './use-books.ts'

const rowLook =
  'flex min-h-12 flex-wrap items-center gap-x-3 px-4 py-1.5 text-small -outline-offset-2 hover:bg-sunken'

/** Today, the days that could not be closed, and the closed days with who signed them off. */
export function ClosesPanel({ books }: Readonly<{ books: Books }>) {
  const mode = useMode()
  return (
    <Panel title="Daily close" aside="days in Lagos">
      <ul>
        <li>
          <Link to="/$mode/books/$day" params={{ mode, day: books.today }} className={rowLook}>
            <span className="grow font-medium">Today, {dateOf(noonOf(books.today))}</span>
            <Pill tone="info">Open</Pill>
          </Link>
        </li>
        {books.unclosed.toReversed().map((day) => (
          <li key={day} className="border-t">
            <Link to="/$mode/books/$day" params={{ mode, day }} className={rowLook}>
              <span className="min-w-0 grow">
                <span className="block font-medium">{dateOf(noonOf(day))}</span>
                <span className="block text-caption break-words text-muted">
                  {books.differing.length === 0
                    ? 'The reconciler closes it within minutes.'
                    : `Not closed: ${books.differing[0]}${books.differing.length > 1 ? ', and more' : ''}`}
                </span>
              </span>
              <Pill tone="warn">Not closed</Pill>
            </Link>
          </li>
        ))}
        {books.closes.map((close) => (
          <li key={close.day} className="border-t">
            <Link to="/$mode/books/$day" params={{ mode, day: close.day }} className={rowLook}>
              <span className="min-w-0 grow">
                <span className="block font-medium">{dateOf(noonOf(close.day))}</span>
                <span className="block text-caption text-muted">
                  {close.signed_by !== null && close.signed_at !== null ? (
                    <>
                      {close.signed_by}, <Age at={close.signed_at} />
                    </>
                  ) : (
                    <>
                      {close.accounts === '1' ? '1 account' : `${close.accounts} accounts`}, closed{' '}
                      <Age at={close.closed_at} isBare />
                    </>
                  )}
                </span>
              </span>
              {close.signed_by === null ? (
                <Pill tone="warn">To sign off</Pill>
              ) : (
                <Pill tone="good">Signed off</Pill>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {books.closes.length === 0 && (
        <EmptyState>
          No day has ended yet. A few minutes after midnight in Lagos each day is closed, if nothing differs.
          Then somebody signs it off here.
        </EmptyState>
      )}
    </Panel>
  )
}
