import { Check, Minus, TriangleAlert } from 'lucide-react'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Age } from '../parts.tsx'
import type { CaseScreen, Point } from './use-case.ts'

/** What supports it and what contradicts it, side by side and equally large. */
export function EvidencePanel({ screen }: Readonly<{ screen: CaseScreen }>) {
  const { evidence } = screen
  return (
    <Panel title="Evidence">
      <div className="grid middle:grid-cols-2">
        <Side title="Supports it" points={evidence.for} isFor />
        <Side title="Contradicts it" points={evidence.against} isFor={false} />
      </div>
      {evidence.facts.length > 0 && (
        <dl className="grid gap-x-6 gap-y-1 border-t px-4 py-3 text-caption middle:grid-cols-2">
          {evidence.facts.map(({ name, value }) => (
            <div key={name} className="flex min-w-0 justify-between gap-3">
              <dt className="shrink-0 text-muted">{name}</dt>
              <dd className="min-w-0 text-right break-words">{isTime(value) ? <Age at={value} /> : value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}

function Side({
  title,
  points,
  isFor,
}: Readonly<{ title: string; points: readonly Point[]; isFor: boolean }>) {
  const [Head, Icon] = isFor ? [Check, Check] : [TriangleAlert, Minus]
  const ink = isFor ? 'text-good' : 'text-warn'
  return (
    <section className={joinClasses('min-w-0', !isFor && 'border-t middle:border-t-0 middle:border-l')}>
      <h3 className={joinClasses('flex h-9 items-center gap-2 border-b px-4 text-small font-semibold', ink)}>
        <Head size={16} aria-hidden />
        {title}
        <span className="ml-auto rounded-small bg-sunken px-1.5 text-caption text-muted">
          {points.length}
        </span>
      </h3>
      <ul className="grid gap-2 px-4 py-3">
        {points.length === 0 && <li className="text-small text-muted">Nothing.</li>}
        {points.map(({ text, detail }) => (
          <li key={`${text} ${detail ?? ''}`} className="flex gap-3 text-small">
            <Icon size={16} aria-hidden className={joinClasses('mt-0.5 shrink-0', ink)} />
            <div className="min-w-0">
              <p className="break-words">{text}</p>
              {detail !== null && <p className="text-caption break-words text-muted">{detail}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function isTime(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)
}
