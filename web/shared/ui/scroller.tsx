import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

/** A named region that scrolls. It can have the focus, so that keys scroll it too. Words for screen readers stay inside it. */
export function Scroller({
  name,
  className,
  children,
}: Readonly<{ name: string; className?: string; children: ReactNode }>) {
  return (
    <section
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, keys do not scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={joinClasses('relative min-h-0 flex-1 overflow-y-auto -outline-offset-2', className)}
    >
      {children}
    </section>
  )
}
