import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { sayProblem } from '../../shared/ask.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState, Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import type { CaseRow } from '../now/use-now-screen.ts'
import { Freshness, Key } from '../parts.tsx'
import { runCommand } from '../run-command.ts'
import { useConsole, useMode, useRefresh } from '../use-console.ts'
import { useKeys } from '../use-keys.ts'
import { BulkBar } from './bulk-bar.tsx'
import { queryOf } from './case-filters.ts'
import { CaseTable } from './case-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { StandingPanel } from './standing-panel.tsx'

type Listed = Readonly<{ cases: readonly CaseRow[]; has_more: boolean }>

/** Every open question, the most urgent first. Keyboard first: J K move, X marks, T takes, E opens. */
export function CasesPage() {
  const mode = useMode()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const filters = useSearch({ from: '/$mode/cases' })
  const { data, error } = useConsole<Listed>('cases', `/cases${queryOf(filters)}`)
  const cases = data?.cases ?? []
  const [at, setAt] = useState(0)
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState<string>()
  const chosen = cases[Math.min(at, cases.length - 1)]
  const mark = (id: string) =>
    setMarked((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  const move = (by: number) => setAt((before) => Math.min(cases.length - 1, Math.max(0, before + by)))
  const take = async (id: string) => {
    setProblem(undefined)
    await runCommand(['take', id]).catch((refused: unknown) => setProblem(sayProblem(refused as Error)))
    await refresh('cases')
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    e: () => {
      if (chosen !== undefined)
        void navigate({ to: '/$mode/cases/$case', params: { mode, case: chosen.case_id } })
    },
    x: () => {
      if (chosen !== undefined) mark(chosen.case_id)
    },
    t: () => {
      if (chosen !== undefined) void take(chosen.case_id)
    },
  })
  const ids = cases.map(({ case_id: id }) => id).filter((id) => marked.has(id))
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="grow text-title font-semibold tracking-tight">Cases</h1>
        <Freshness />
        <span className="hidden items-center gap-1 text-caption text-muted middle:flex">
          <Key>J</Key> <Key>K</Key> move <Key>X</Key> mark <Key>T</Key> take <Key>E</Key> open
        </span>
      </div>
      <FilterBar filters={filters} />
      {problem !== undefined && <Problem>{problem}</Problem>}
      {error !== null && <Problem>{error.message}</Problem>}
      {ids.length > 0 && <BulkBar ids={ids} onDone={() => setMarked(new Set())} />}
      <Panel>
        {data === undefined ? (
          <Skeleton rows={8} />
        ) : cases.length === 0 ? (
          <EmptyState>
            Nothing matches. A case is a question about money that a person must decide.
          </EmptyState>
        ) : (
          <CaseTable cases={cases} chosen={chosen?.case_id} marked={marked} mark={mark} />
        )}
        {data?.has_more === true && (
          <footer className="border-t px-4 py-2.5 text-caption text-muted">
            These are the first 200. Filter to see others.
          </footer>
        )}
      </Panel>
      <StandingPanel />
    </div>
  )
}
