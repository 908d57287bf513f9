import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { EmptyState, Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { Scroller } from '../../shared/ui/scroller.tsx'
import { Age, Amount, Freshness, Key } from '../parts.tsx'
import { useMode } from '../use-console.ts'
import { useKeys } from '../use-keys.ts'
import { type BusinessFilters, type BusinessRow, stateOf, useBusinesses } from './use-business.ts'

const control = 'h-11 rounded-small border border-border-strong bg-surface px-2 text-small middle:h-8'
const cell = 'h-11 px-2 first:pl-4 last:pr-4 middle:h-9'

/** Every business, those that used this mode last first. */
export function BusinessesPage() {
  const mode = useMode()
  const navigate = useNavigate()
  const filters = useSearch({ from: '/$mode/businesses' })
  const { data, error } = useBusinesses(filters)
  const rows = data?.businesses ?? []
  const [at, setAt] = useState(-1)
  const move = (by: number) => setAt((before) => Math.min(rows.length - 1, Math.max(0, before + by)))
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    e: () => {
      const row = rows[Math.max(0, at)]
      if (row !== undefined)
        void navigate({ to: '/$mode/businesses/$business', params: { mode, business: row.link_tag } })
    },
  })
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="grow text-title font-semibold tracking-tight">Businesses</h1>
        <Freshness />
        <span className="hidden items-center gap-1 text-caption text-muted middle:flex">
          <Key>J</Key> <Key>K</Key> move <Key>E</Key> open
        </span>
      </div>
      <Filters filters={filters} />
      {error !== null && <Problem>{error.message}</Problem>}
      <Panel>
        {data === undefined && error === null && <Skeleton rows={8} />}
        {data !== undefined && rows.length === 0 && (
          <EmptyState>
            {Object.keys(filters).length > 0
              ? 'Nothing matches. Change the filter to see others.'
              : 'No business has signed up yet. They do so on the dashboard.'}
          </EmptyState>
        )}
        {rows.length > 0 && <Table rows={rows} chosen={rows[at]?.business_id} />}
        {data?.has_more === true && (
          <footer className="border-t px-4 py-2.5 text-caption text-muted">
            These are the first 200. Filter to see others.
          </footer>
        )}
      </Panel>
    </div>
  )
}

function Filters({ filters }: Readonly<{ filters: BusinessFilters }>) {
  const mode = useMode()
  const navigate = useNavigate()
  const set = (change: Readonly<Record<'who' | 'state', string>> | Readonly<Record<string, string>>) => {
    const filled = Object.entries({ ...filters, ...change }).filter(([, value]) => value !== '')
    void navigate({
      to: '/$mode/businesses',
      params: { mode },
      search: Object.fromEntries(filled),
      replace: true,
    })
  }
  return (
    <search className="flex flex-wrap items-center gap-2">
      <input
        aria-label="Name or link tag"
        placeholder="Name or link tag"
        value={filters.who ?? ''}
        onChange={(event) => set({ who: event.target.value })}
        className={joinClasses(control, 'w-56')}
      />
      <select
        aria-label="State"
        value={filters.state ?? ''}
        onChange={(event) => set({ state: event.target.value })}
        className={control}
      >
        <option value="">Every state</option>
        {Object.entries(stateOf).map(([state, [, words]]) => (
          <option key={state} value={state}>
            {words}
          </option>
        ))}
      </select>
    </search>
  )
}

function Table({ rows, chosen }: Readonly<{ rows: readonly BusinessRow[]; chosen: string | undefined }>) {
  return (
    <Scroller name="Businesses" className="overflow-x-auto">
      <table className="w-full text-small">
        <thead>
          <tr className="text-left text-caption text-muted [&>th]:h-8 [&>th]:border-b [&>th]:px-2 [&>th]:font-medium [&>th]:whitespace-nowrap [&>th]:first:pl-4 [&>th]:last:pr-4">
            <th>Business</th>
            <th>State</th>
            <th className="text-right">Exposure</th>
            <th className="text-right">of limit</th>
            <th className="text-right">Balance</th>
            <th className="text-right">Open cases</th>
            <th className="text-right">Last transaction</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.business_id} row={row} isChosen={row.business_id === chosen} />
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

function Row({ row, isChosen }: Readonly<{ row: BusinessRow; isChosen: boolean }>) {
  const mode = useMode()
  const [tone, words] = stateOf[row.state]
  return (
    <tr
      className={joinClasses(
        'relative border-t first:border-t-0',
        isChosen ? 'bg-brand-soft' : 'hover:bg-sunken/55',
      )}
    >
      <th scope="row" className={joinClasses(cell, 'max-w-80 min-w-48 text-left font-medium')}>
        <Link
          to="/$mode/businesses/$business"
          params={{ mode, business: row.link_tag }}
          aria-current={isChosen ? 'true' : undefined}
          className="block truncate -outline-offset-2 after:absolute after:inset-0"
        >
          {row.name} <span className="text-caption font-normal text-muted">{row.link_tag}</span>
        </Link>
      </th>
      <td className={cell}>
        <span className="flex gap-1">
          <Pill tone={tone}>{words}</Pill>
          {row.is_frozen && <Pill tone="bad">Frozen</Pill>}
          {row.file_waits_since !== null && <Pill tone="warn">Decide its file</Pill>}
          {row.is_losing && <Pill tone="warn">Fees lose money</Pill>}
        </span>
      </td>
      <td className={joinClasses(cell, 'text-right')}>
        <Amount minor={row.exposure_minor} />
      </td>
      <td className={joinClasses(cell, 'text-right text-muted')}>
        <Amount minor={row.exposure_limit_minor} />
      </td>
      <td className={joinClasses(cell, 'text-right')}>
        <Amount minor={row.balance_minor} asset="NGNC" />
      </td>
      <td className={joinClasses(cell, 'text-right', row.open_cases === '0' ? 'text-muted' : 'font-medium')}>
        {row.open_cases}
      </td>
      <td className={joinClasses(cell, 'text-right text-caption text-muted')}>
        {row.last_at === null ? 'none yet' : <Age at={row.last_at} isBare />}
      </td>
    </tr>
  )
}
