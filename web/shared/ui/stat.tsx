import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

/** Figures side by side in one frame. */
export function Stats({ className, children }: Readonly<{ className?: string; children: ReactNode }>) {
  return (
    <dl className={joinClasses('grid overflow-hidden rounded-panel border bg-surface', className)}>
      {children}
    </dl>
  )
}

/** A figure with its name and one line that says what it means. */
export function Stat({
  name,
  note,
  isLarge = false,
  className,
  children,
}: Readonly<{ name: string; note: ReactNode; isLarge?: boolean; className?: string; children: ReactNode }>) {
  return (
    <div className={joinClasses('min-w-0 px-4 py-3', className)}>
      <dt className="text-caption font-medium text-muted">{name}</dt>
      <dd
        className={joinClasses(
          'my-1 truncate font-semibold tracking-tight',
          isLarge ? 'text-display middle:text-title' : 'text-lead middle:text-title',
        )}
      >
        {children}
      </dd>
      <dd className="text-caption text-muted">{note}</dd>
    </div>
  )
}
