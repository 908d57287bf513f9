import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { askPeople } from '../../shared/ask.ts'
import { Button } from '../../shared/ui/button.tsx'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState, Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { Freshness } from '../parts.tsx'
import { useTeam } from '../team/use-team.ts'
import { useConsole, useMode } from '../use-console.ts'
import { type AuditFilters, auditQueryOf, deedKinds } from './audit-filters.ts'
import { type Deed, DeedTable } from './deed-table.tsx'

type Listed = Readonly<{ deeds: readonly Deed[]; next: string | null }>

const control = 'h-11 rounded-small border border-border-strong bg-surface px-2 text-small middle:h-8'

/** Who did what, newest first, with the signed decision. */
export function AuditPage() {
  const mode = useMode()
  const filters = useSearch({ from: '/$mode/audit' })
  const path = `/audit${auditQueryOf(filters)}`
  const { data, error } = useConsole<Listed>('cases', path)
  // Other filters begin a new list.
  const [kept, setOlder] = useState<Listed & Readonly<{ of: string }>>()
  const older = kept?.of === `${mode}${path}` ? kept : undefined
  const [problem, setProblem] = useState<string>()
  const next = older === undefined ? data?.next : older.next
  const readOlder = async (after: string) => {
    setProblem(undefined)
    try {
      const more = await askPeople<Listed>(`/console/v1/${mode}/audit${auditQueryOf(filters, after)}`)
      setOlder({ of: `${mode}${path}`, deeds: [...(older?.deeds ?? []), ...more.deeds], next: more.next })
    } catch (refused) {
      setProblem((refused as Error).message)
    }
  }
  const shown = new Map([...(data?.deeds ?? []), ...(older?.deeds ?? [])].map((deed) => [deed.id, deed]))
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="min-w-0 grow basis-60 text-title font-semibold tracking-tight">Audit</h1>
        <Freshness />
        <Button asChild className="w-full middle:w-auto">
          <a href={`/console/v1/${mode}/audit/export${auditQueryOf(filters)}`} download>
            <Download size={16} aria-hidden />
            Export as CSV
          </a>
        </Button>
      </div>
      <Filters filters={filters} />
      {error !== null && <Problem>{error.message}</Problem>}
      {problem !== undefined && <Problem>{problem}</Problem>}
      <Panel>
        {data === undefined && error === null ? (
          <Skeleton rows={8} />
        ) : shown.size === 0 ? (
          <EmptyState>
            Nothing matches. Every command of an operator, every step of a case and every change by the system
            is listed here, with its reason.
          </EmptyState>
        ) : (
          <DeedTable deeds={[...shown.values()]} />
        )}
        {typeof next === 'string' && (
          <footer className="border-t p-2 text-center">
            <Button look="quiet" onClick={() => void readOlder(next)}>
              Show older
            </Button>
          </footer>
        )}
      </Panel>
    </div>
  )
}

function Filters({ filters }: Readonly<{ filters: AuditFilters }>) {
  const mode = useMode()
  const navigate = useNavigate()
  const team = useTeam().data?.operators ?? []
  const set = (change: Readonly<Record<string, string>>) => {
    const filled = Object.fromEntries(
      Object.entries({ ...filters, ...change }).filter(([, value]) => value !== ''),
    )
    void navigate({ to: '/$mode/audit', params: { mode }, search: filled, replace: true })
  }
  return (
    <search className="flex flex-wrap items-center gap-2">
      <select
        aria-label="Person"
        value={filters.person ?? ''}
        onChange={(event) => set({ person: event.target.value })}
        className={control}
      >
        <option value="">Everybody</option>
        {team.map(({ operator_id: id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Command"
        value={filters.what ?? ''}
        onChange={(event) => set({ what: event.target.value })}
        className={control}
      >
        <option value="">Every command</option>
        {deedKinds.map(([what, name]) => (
          <option key={what} value={what}>
            {name}
          </option>
        ))}
      </select>
      <input
        aria-label="About which id"
        placeholder="About: cas_…, txn_…, opr_…"
        value={filters.subject ?? ''}
        onChange={(event) => set({ subject: event.target.value.trim() })}
        className={joinClasses(control, 'w-full font-mono text-caption middle:w-64')}
      />
      <label className="flex items-center gap-2 text-caption text-muted">
        From
        <input
          type="date"
          value={filters.from ?? ''}
          onChange={(event) => set({ from: event.target.value })}
          className={joinClasses(control, 'text-text')}
        />
      </label>
      <label className="flex items-center gap-2 text-caption text-muted">
        To
        <input
          type="date"
          value={filters.to ?? ''}
          onChange={(event) => set({ to: event.target.value })}
          className={joinClasses(control, 'text-text')}
        />
      </label>
      {Object.keys(filters).length > 0 && (
        <Button
          look="quiet"
          onClick={() => void navigate({ to: '/$mode/audit', params: { mode }, search: {}, replace: true })}
        >
          Clear
        </Button>
      )}
    </search>
  )
}
