/** What the list of cases shows. It is in the address, so that a link shows the same list. */
export type CaseFilters = Readonly<{
  kind?: string
  state?: 'open' | 'awaiting_approval' | 'resolved'
  owner?: 'me' | 'nobody'
  who?: string
  /** The least amount of a case in naira, as the operator typed it. */
  least?: string
}>

export function readCaseFilters(search: Record<string, unknown>): CaseFilters {
  const { kind, state, owner, who, least } = search
  return {
    ...(typeof kind === 'string' && /^[a-z_]+$/.test(kind) && { kind }),
    ...((state === 'open' || state === 'awaiting_approval' || state === 'resolved') && { state }),
    ...((owner === 'me' || owner === 'nobody') && { owner }),
    ...((typeof who === 'string' || typeof who === 'number') && String(who) !== '' && { who: String(who) }),
    ...(/^[0-9]{1,15}$/.test(String(least)) && { least: String(least) }),
  }
}

/** The query of the API. */
export function queryOf({ least, ...filters }: CaseFilters): string {
  const query = new URLSearchParams({
    ...filters,
    ...(least !== undefined && { least: `${least}00` }),
  }).toString()
  return query === '' ? '' : `?${query}`
}

export type SavedFilter = Readonly<{ name: string; filters: CaseFilters }>

/** Filters that everybody needs. Own ones are kept in this browser. */
export const usualFilters: readonly SavedFilter[] = [
  { name: 'All open', filters: {} },
  { name: 'To approve', filters: { state: 'awaiting_approval' } },
  { name: 'Mine', filters: { owner: 'me' } },
  { name: 'Without an owner', filters: { owner: 'nobody' } },
]

const PLACE = 'afara.console.filters'

export function readSavedFilters(): readonly SavedFilter[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
    return Array.isArray(kept)
      ? (kept as readonly Record<string, unknown>[]).map(({ name, filters }) => ({
          name: String(name),
          filters: readCaseFilters((filters ?? {}) as Record<string, unknown>),
        }))
      : []
  } catch {
    return []
  }
}

export function keepSavedFilters(filters: readonly SavedFilter[]): void {
  localStorage.setItem(PLACE, JSON.stringify(filters))
}

export function isSameFilter(one: CaseFilters, other: CaseFilters): boolean {
  return queryOf(one) === queryOf(other)
}
