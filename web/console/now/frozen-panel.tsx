import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Age } from '../parts.tsx'
import { LiftDialog } from './lift-dialog.tsx'
import type { Frozen } from './use-now-screen.ts'

/** What is stopped, why, by whom, and the way to lift it, which takes two people. */
export function FrozenPanel({ frozen }: Readonly<{ frozen: readonly Frozen[] }>) {
  const [lifting, setLifting] = useState<Frozen>()
  if (frozen.length === 0)
    return (
      <section className="flex min-h-11 flex-wrap items-center gap-x-2 rounded-panel border bg-surface px-4 py-2">
        <h2 className="text-body font-semibold">Frozen</h2>
        <span className="text-small text-muted">Nothing is frozen.</span>
      </section>
    )
  return (
    <Panel title="Frozen" aside={`${frozen.length}`}>
      <ul>
        {frozen.map((one) => (
          <li
            key={`${one.kind} ${one.name}`}
            className="flex items-start gap-3 border-t px-4 py-2.5 text-small first:border-t-0"
          >
            <div className="min-w-0 grow">
              <p className="font-medium text-bad">{one.name}</p>
              {one.reason !== null && <p className="text-caption break-words text-muted">“{one.reason}”</p>}
              <p className="text-caption text-muted">
                {one.by ?? 'The system'}
                {one.at !== null && (
                  <>
                    , <Age at={one.at} />
                  </>
                )}
              </p>
            </div>
            {one.args.length > 0 && <Button onClick={() => setLifting(one)}>Propose to lift…</Button>}
          </li>
        ))}
      </ul>
      {lifting !== undefined && <LiftDialog frozen={lifting} onClose={() => setLifting(undefined)} />}
    </Panel>
  )
}
