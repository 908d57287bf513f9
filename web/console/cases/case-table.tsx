import { Link } from '@tanstack/react-router'
import { dueOf } from '../../shared/times.ts'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Scroller } from '../../shared/ui/scroller.tsx'
import type { CaseRow } from '../now/use-now-screen.ts'
import { Amount } from '../parts.tsx'
import { useMode, useNow } from '../use-console.ts'
import { CaseState } from './case-link.tsx'

const SOON_MS = 30 * 60_000
const cell = 'h-11 px-2 last:pr-4'

/** One row per case. The question opens it; the box marks it for an action on several. */
export function CaseTable({
  cases,
  chosen,
  marked,
  mark,
}: Readonly<{
  cases: readonly CaseRow[]
  chosen: string | undefined
  marked: ReadonlySet<string>
  mark: (id: string) => void
}>) {
  const mode = useMode()
  const now = useNow()
  return (
    <Scroller name="Cases" className="overflow-x-auto">
      <table className="w-full text-small">
        <thead>
          <tr className="text-left text-caption text-muted [&>th]:h-8 [&>th]:border-b [&>th]:font-medium">
            <th className="w-11 pl-4">
              <span className="sr-only">Mark</span>
            </th>
            <th className="px-2">Question</th>
            <th className="px-2">Business or payer</th>
            <th className="px-2 text-right">Amount</th>
            <th className="px-2">Next</th>
            <th className="px-2 pr-4 text-right">Deadline</th>
          </tr>
        </thead>
        <tbody>
          {cases.map((row) => {
            const isChosen = row.case_id === chosen
            const left = new Date(row.due_at).getTime() - now
            return (
              <tr
                key={row.case_id}
                className={joinClasses(
                  'border-t first:border-t-0',
                  isChosen ? 'bg-brand-soft' : 'hover:bg-sunken/55',
                )}
              >
                <td className={joinClasses('pl-2', isChosen && 'shadow-[inset_3px_0_0_var(--brand)]')}>
                  <label className="flex size-11 cursor-pointer items-center justify-center middle:size-8">
                    <input
                      type="checkbox"
                      aria-label={`Mark ${row.title}`}
                      className="size-4 accent-brand"
                      checked={marked.has(row.case_id)}
                      onChange={() => mark(row.case_id)}
                    />
                  </label>
                </td>
                <td className={joinClasses(cell, 'max-w-100 min-w-56')}>
                  <Link
                    to="/$mode/cases/$case"
                    params={{ mode, case: row.case_id }}
                    aria-current={isChosen ? 'true' : undefined}
                    className="block truncate py-2.5 font-medium hover:underline"
                  >
                    {row.title}
                  </Link>
                </td>
                <td className={joinClasses(cell, 'max-w-56 truncate')}>{row.who ?? '—'}</td>
                <td className={joinClasses(cell, 'text-right')}>
                  {row.amount_minor === null ? '—' : <Amount minor={row.amount_minor} />}
                </td>
                <td className={joinClasses(cell, 'text-caption whitespace-nowrap text-muted')}>
                  <CaseState row={row} />
                </td>
                <td
                  className={joinClasses(
                    cell,
                    'text-right text-caption whitespace-nowrap',
                    left < 0
                      ? 'font-medium text-bad'
                      : left < SOON_MS
                        ? 'font-medium text-warn'
                        : 'text-muted',
                  )}
                >
                  {dueOf(row.due_at, now)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Scroller>
  )
}
