import type { TimelineStep } from '@afara/sdk'
import { CopyId } from '../shared/ui/copy-button.tsx'
import { joinClasses } from '../shared/ui/join-classes.ts'
import { clockOf, shortId, untilOf } from './words.ts'

/** What happened, oldest first. The last step is where the money is now, with the time until when. */
export function Steps({ steps }: Readonly<{ steps: readonly TimelineStep[] }>) {
  const last = steps.length - 1
  return (
    <ol className="text-small">
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
            {at === last && step.expected_by !== null && (
              <p className="text-caption text-muted">Expected by {untilOf(step.expected_by)}</p>
            )}
            {newIn(steps, at).map(({ kind, id }) => (
              <p key={id} className="flex flex-wrap items-center gap-x-2 text-caption text-muted">
                {kind.replaceAll('_', ' ')} <CopyId id={id} short={shortId(id)} />
              </p>
            ))}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The evidence that no earlier step has shown. */
function newIn(steps: readonly TimelineStep[], at: number): TimelineStep['evidence'] {
  const before = new Set(steps.slice(0, at).flatMap(({ evidence }) => evidence.map(({ id }) => id)))
  return steps[at]?.evidence.filter(({ id }) => !before.has(id)) ?? []
}
