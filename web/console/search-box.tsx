import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Key } from './parts.tsx'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** Finds anything by any identifier. Opens with a click or ⌘K. */
export function SearchBox() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setIsOpen(true)
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])
  return (
    <search>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="flex size-11 items-center justify-center gap-2 rounded-small text-left text-small text-muted hover:bg-sunken middle:size-8 wide:w-70 wide:justify-start wide:border wide:border-border-strong wide:bg-surface wide:px-3"
      >
        <Search size={16} aria-hidden className="shrink-0" />
        <span className="sr-only wide:not-sr-only wide:grow wide:truncate">Search any id</span>
        <span className="hidden wide:block">
          <Key>⌘K</Key>
        </span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette close={() => setIsOpen(false)} />
        </Suspense>
      )}
    </search>
  )
}
