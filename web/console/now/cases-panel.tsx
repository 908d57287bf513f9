import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState } from '../../shared/ui/placeholder.tsx'
import { CaseLink } from '../cases/case-link.tsx'
import { Key, linkLook } from '../parts.tsx'
import { useMode } from '../use-console.ts'
import { useKeys } from '../use-keys.ts'
import type { CaseRow } from './use-now-screen.ts'

/** The next cases, by their deadline. */
export function CasesPanel({ cases, total }: Readonly<{ cases: readonly CaseRow[]; total: number }>) {
  const mode = useMode()
  const navigate = useNavigate()
  const [at, setAt] = useState(-1)
  const move = (by: number) => setAt((before) => Math.min(cases.length - 1, Math.max(0, before + by)))
  const open = () => {
    const row = cases[Math.max(0, at)]
    if (row !== undefined) void navigate({ to: '/$mode/cases/$case', params: { mode, case: row.case_id } })
  }
  useKeys({ j: () => move(1), k: () => move(-1), e: open })
  return (
    <Panel
      title={
        <>
          Cases{' '}
          <span className="ml-1 rounded-small bg-sunken px-1.5 py-0.5 text-caption text-muted">{total}</span>
        </>
      }
      aside={
        <span className="hidden items-center gap-1 middle:flex">
          <Key>J</Key> <Key>K</Key> move <Key>E</Key> open
        </span>
      }
    >
      {cases.length === 0 ? (
        <EmptyState>No case is open. A case is a question about money that a person must decide.</EmptyState>
      ) : (
        <ul>
          {cases.map((row, place) => (
            <li key={row.case_id} className="border-t first:border-t-0">
              <CaseLink row={row} isChosen={place === at} />
            </li>
          ))}
        </ul>
      )}
      {total > cases.length && (
        <footer className="flex h-10 items-center border-t px-4 text-caption">
          <Link to="/$mode/cases" params={{ mode }} className={linkLook}>
            {total - cases.length} more
          </Link>
        </footer>
      )}
    </Panel>
  )
}
