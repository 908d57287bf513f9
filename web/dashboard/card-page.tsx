import type { ReactNode } from 'react'
import { Mark } from '../shared/ui/mark.tsx'
import { ThemeSwitch } from '../shared/ui/theme-switch.tsx'

/** A page with one card, for what a person does before the dashboard is theirs. */
export function CardPage({
  title,
  lead,
  children,
}: Readonly<{ title: string; lead?: ReactNode; children: ReactNode }>) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center justify-between px-4 middle:px-8">
        <a href="/" className="flex items-center gap-2 text-body font-semibold">
          <span className="flex size-6 items-center justify-center rounded-small bg-brand text-on-brand">
            <Mark size={16} />
          </span>
          Afara
        </a>
        <ThemeSwitch />
      </header>
      <main className="mx-auto w-full max-w-120 px-4 pt-4 pb-12 middle:pt-12">
        <h1 className="text-title font-semibold tracking-tight">{title}</h1>
        {lead !== undefined && <p className="mt-1 text-body text-muted">{lead}</p>}
        <div className="mt-6 rounded-panel border bg-surface p-4 middle:p-6">{children}</div>
      </main>
    </div>
  )
}
