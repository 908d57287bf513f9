import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'

const SHOWN_AFTER_MS = 300

/** Stands for rows that are loading, at their height. Appears only after 300 ms, and does not shimmer. */
export function Skeleton({ rows = 3, height = 44 }: Readonly<{ rows?: number; height?: 44 | 56 }>) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output aria-label="Loading" className="block">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
        <div
          key={row}
          className={`flex items-center gap-4 border-b px-4 last:border-b-0 ${height === 44 ? 'h-11' : 'h-14'}`}
        >
          {isShown && (
            <>
              <span className="h-2 w-2/5 rounded-full bg-border" />
              <span className="ml-auto h-2 w-1/5 rounded-full bg-border" />
            </>
          )}
        </div>
      ))}
    </output>
  )
}

/** What this is for in one sentence, then the one action. */
export function EmptyState({ children, action }: Readonly<{ children: ReactNode; action?: ReactNode }>) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-6 text-center text-small text-muted">
      <p className="max-w-96">{children}</p>
      {action}
    </div>
  )
}

/** What failed and what to do. Screen readers say it at once. */
export function Problem({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <p role="alert" className="rounded-small bg-bad-soft px-3 py-2 text-small text-bad">
      {children}
    </p>
  )
}
