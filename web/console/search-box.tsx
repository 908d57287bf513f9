import { Search } from 'lucide-react'
import { Key } from './parts.tsx'

/** Finds anything by any identifier. */
export function SearchBox() {
  return (
    <search className="hidden wide:block">
      <button
        type="button"
        className="flex h-8 w-70 items-center gap-2 rounded-small border border-border-strong bg-surface px-3 text-left text-small text-muted hover:bg-sunken"
      >
        <Search size={16} aria-hidden className="shrink-0" />
        <span className="grow truncate">Search any id</span>
        <Key>⌘K</Key>
      </button>
    </search>
  )
}
