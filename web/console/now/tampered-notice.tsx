import { Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { linkLook, ShortId } from '../parts.tsx'
import { useMode } from '../use-console.ts'
import type { NowScreen } from './use-now-screen.ts'

const MOST_SHOWN = 3

/** Which sealed rows were changed, and where to read what to do. */
export function TamperedNotice({ rows }: Readonly<{ rows: NowScreen['changed_rows'] }>) {
  const mode = useMode()
  return (
    <section
      aria-label="Tampering"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-panel border border-bad bg-surface px-4 py-3 text-small"
    >
      <ShieldAlert size={16} aria-hidden className="shrink-0 text-bad" />
      <span className="font-medium text-bad">
        {rows.length === 1 ? 'A sealed row was changed' : `${rows.length} sealed rows were changed`}
      </span>
      {rows.slice(0, MOST_SHOWN).map(({ row, problem }) => (
        <span key={row} className="flex items-center gap-1.5 text-muted">
          {row.split(' ')[0]?.replaceAll('_', ' ')} <ShortId id={row.split(' ')[1] ?? row} /> {problem}
        </span>
      ))}
      <Link to="/$mode/books" params={{ mode }} className={`ml-auto ${linkLook}`}>
        What to do now
      </Link>
    </section>
  )
}
