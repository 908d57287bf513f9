import { clockOf, dateOf } from '../../shared/times.ts'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { ShortId } from '../parts.tsx'
import { holderOf, type Whole } from './use-transaction.ts'

type Step = Whole['steps'][number]

/** What happened, oldest first. The last step is where the money is now. */
export function StepsPanel({ steps }: Readonly<{ steps: readonly Step[] }>) {
  const last = steps.length - 1
  const first = steps[0]
  return (
    <Panel title="What happened" aside={first === undefined ? undefined : `since ${dateOf(first.at)}`}>
      <ol className="px-4 py-3 text-small">
        {steps.map((step, at) => (
          <li
            key={`${step.at} ${step.event} ${step.sentence}`}
            className="grid grid-cols-[44px_12px_1fr] gap-x-3"
          >
            <time dateTime={step.at} className="pt-1 text-right text-caption text-muted">
              {clockOf(step.at)}
            </time>
            <span className="flex flex-col items-center" aria-hidden="true">
              <span
                className={joinClasses(
                  'mt-2 size-2 shrink-0 rounded-full',
                  at === last && step.status !== 'completed' ? 'bg-info' : 'bg-good',
                )}
              />
              {at < last && <span className="mt-1 w-px flex-1 bg-border-strong" />}
            </span>
            <div className="pb-3">
              <p className={at === last ? 'font-medium' : undefined}>{step.sentence}</p>
              <p className="flex flex-wrap items-center gap-x-2 text-caption text-muted">
                <span className="font-mono">{step.event}</span>
                <span>
                  {holderOf(step.holder)} {step.holder === 'in_flight' ? '' : 'holds the money'}
                </span>
                {newIn(steps, at).map(({ kind, id }) => (
                  <span key={id} className="inline-flex items-center gap-1">
                    {kind.replaceAll('_', ' ')} <ShortId id={id} />
                  </span>
                ))}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** The evidence that no earlier step has shown. */
function newIn(steps: readonly Step[], at: number): Step['evidence'] {
  const before = new Set(steps.slice(0, at).flatMap(({ evidence }) => evidence.map(({ id }) => id)))
  return steps[at]?.evidence.filter(({ id }) => !before.has(id)) ?? []
}
