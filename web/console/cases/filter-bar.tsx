import { Link, useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { useMode } from '../use-console.ts'
import {
  type CaseFilters,
  isSameFilter,
  keepSavedFilters,
  readSavedFilters,
  type SavedFilter,
  usualFilters,
} from './case-filters.ts'
import { kinds } from './case-kinds.ts'

const control = 'h-11 rounded-small border border-border-strong bg-surface px-2 text-small middle:h-8'

/** Saved filters as tabs, then the filter itself. Everything is in the address. */
export function FilterBar({ filters }: Readonly<{ filters: CaseFilters }>) {
  const mode = useMode()
  const navigate = useNavigate()
  const [saved, setSaved] = useState(readSavedFilters)
  const keep = (now: readonly SavedFilter[]) => {
    keepSavedFilters(now)
    setSaved(now)
  }
  const set = (change: Readonly<Record<string, string | undefined>>) => {
    const all = { ...filters, ...change }
    const filled = Object.fromEntries(
      Object.entries(all).filter(([, value]) => value !== undefined && value !== ''),
    )
    void navigate({ to: '/$mode/cases', params: { mode }, search: filled, replace: true })
  }
  const known = [...usualFilters, ...saved]
  const isKnown = known.some((one) => isSameFilter(one.filters, filters))
  return (
    <div className="grid gap-2">
      <nav aria-label="Saved filters" className="flex flex-wrap gap-1">
        {known.map((one, place) => (
          <span key={one.name} className="flex items-center">
            <Link
              to="/$mode/cases"
              params={{ mode }}
              search={one.filters}
              activeOptions={{ exact: true }}
              className="flex h-11 items-center rounded-small px-3 text-small font-medium text-muted hover:bg-sunken hover:text-text aria-[current=page]:bg-brand-soft aria-[current=page]:text-text middle:h-8"
            >
              {one.name}
            </Link>
            {place >= usualFilters.length && (
              <Button
                look="quiet"
                isIcon
                aria-label={`Remove the filter ${one.name}`}
                onClick={() => keep(saved.filter((other) => other !== one))}
              >
                <X size={12} aria-hidden />
              </Button>
            )}
          </span>
        ))}
      </nav>
      <search className="flex flex-wrap items-center gap-2">
        <select
          aria-label="Kind"
          value={filters.kind ?? ''}
          onChange={(event) => set({ kind: event.target.value })}
          className={control}
        >
          <option value="">Every kind</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ')}
            </option>
          ))}
        </select>
        <select
          aria-label="State"
          value={filters.state ?? ''}
          onChange={(event) => set({ state: event.target.value })}
          className={control}
        >
          <option value="">Not closed</option>
          <option value="open">Open</option>
          <option value="awaiting_approval">To approve</option>
          <option value="resolved">Closed</option>
        </select>
        <select
          aria-label="Owner"
          value={filters.owner ?? ''}
          onChange={(event) => set({ owner: event.target.value })}
          className={control}
        >
          <option value="">Everybody’s</option>
          <option value="me">Mine</option>
          <option value="nobody">Without an owner</option>
        </select>
        <input
          aria-label="Business or payer"
          placeholder="Business or payer"
          value={filters.who ?? ''}
          onChange={(event) => set({ who: event.target.value })}
          className={joinClasses(control, 'w-44')}
        />
        <input
          aria-label="Least amount in naira"
          placeholder="From ₦"
          inputMode="numeric"
          value={filters.least ?? ''}
          onChange={(event) => set({ least: event.target.value.replace(/\D/g, '') })}
          className={joinClasses(control, 'w-28')}
        />
        {!isKnown && (
          <Button onClick={() => keep([...saved, { name: nameOf(filters), filters }])}>
            Save this filter
          </Button>
        )}
      </search>
    </div>
  )
}

/** A filter is named by what it shows. */
function nameOf({ kind, state, owner, who, least }: CaseFilters): string {
  const parts = [
    kind?.replaceAll('_', ' '),
    state === 'awaiting_approval' ? 'to approve' : state,
    owner === 'me' ? 'mine' : owner,
    who,
    least === undefined ? undefined : `from ₦${least}`,
  ]
  const name = parts.filter((part) => part !== undefined).join(', ')
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
