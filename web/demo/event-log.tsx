import type { LogLine } from '@afara/stack/demo/demo-state.ts'
import { joinClasses } from '../shared/ui/join-classes.ts'
import { Panel } from '../shared/ui/panel.tsx'
import { Scroller } from '../shared/ui/scroller.tsx'
import { clockTime } from './clock-time.ts'

const inks = { fact: '', fault: 'text-warn', bad: 'text-bad' } as const

/** One line for each event: a fact, then what the system did about it. */
export function EventLog({ lines }: Readonly<{ lines: readonly LogLine[] }>) {
  return (
    <Panel title="What happened" aside="newest first" className="max-h-80 wide:order-4 wide:h-[204px]">
      {lines.length === 0 ? (
        <p className="p-4 text-muted">Nothing yet. Press Pay, then break something while the money moves.</p>
      ) : (
        <Scroller name="Events">
          <ol className="py-1" aria-live="polite">
            {lines.map(({ id, at, tone, what, effect }) => (
              <li key={id} className="grid grid-cols-[64px_minmax(0,1fr)] px-4 py-1.5">
                <time className="text-caption leading-5 text-muted">{clockTime(at)}</time>
                <p>
                  <b className={joinClasses('font-semibold', inks[tone])}>{what}.</b> {effect}
                </p>
              </li>
            ))}
          </ol>
        </Scroller>
      )}
    </Panel>
  )
}
