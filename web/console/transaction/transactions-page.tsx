import { Link } from '@tanstack/react-router'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState, Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { Freshness, Key, ShortId } from '../parts.tsx'
import { SubjectLine } from '../subject-line.tsx'
import { useMode } from '../use-console.ts'
import { useNewest } from '../use-search.ts'

/** The newest transactions of all businesses. Any other is found with the search. */
export function TransactionsPage() {
  const mode = useMode()
  const { data, error } = useNewest()
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="grow text-title font-semibold tracking-tight">Transactions</h1>
        <Freshness />
      </div>
      {error !== null && <Problem>{error.message}</Problem>}
      <Panel
        title="The newest 50"
        aside={
          <span className="hidden items-center gap-1 middle:flex">
            <Key>⌘K</Key> finds any other
          </span>
        }
      >
        {data === undefined && error === null && <Skeleton rows={8} />}
        {data?.transactions.length === 0 && (
          <EmptyState>No business has made a transaction in {mode} mode yet.</EmptyState>
        )}
        <ul>
          {data?.transactions.map((one) => (
            <li key={one.id} className="flex items-center border-t pr-4 first:border-t-0 hover:bg-sunken">
              <Link
                to="/$mode/transactions/$transaction"
                params={{ mode, transaction: one.id }}
                className="flex min-h-11 min-w-0 flex-1 items-center gap-3 px-4 text-small -outline-offset-2 middle:min-h-9"
              >
                <SubjectLine one={one} hasId={false} />
              </Link>
              <span className="hidden shrink-0 text-caption middle:block">
                <ShortId id={one.id} />
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
