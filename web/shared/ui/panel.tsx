import type { ComponentProps, ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

/** A bordered surface. Its header has a title on the left and one link or note on the right. */
export function Panel({
  title,
  aside,
  className,
  children,
  ...props
}: Readonly<{ title?: ReactNode; aside?: ReactNode }> & Omit<ComponentProps<'section'>, 'title'>) {
  return (
    <section
      className={joinClasses(
        'flex min-w-0 flex-col overflow-hidden rounded-panel border bg-surface',
        className,
      )}
      {...props}
    >
      {title !== undefined && (
        <header className="flex h-11 shrink-0 items-center justify-between gap-3 border-b px-4">
          <h2 className="text-body font-semibold">{title}</h2>
          <span className="text-caption text-muted">{aside}</span>
        </header>
      )}
      {children}
    </section>
  )
}
