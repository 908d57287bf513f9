import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { joinClasses } from './join-classes.ts'

type FieldProps = ComponentProps<'input'> &
  Readonly<{
    label: string
    /** What the value is for, in one sentence. */
    hint?: ReactNode
    /** What is wrong and what to do. */
    problem?: string | undefined
    /** What the value became, for example a web address. */
    note?: ReactNode
  }>

/** A labelled input. Its hint and its problem belong to it for screen readers. */
export function Field({ label, hint, problem, note, className, ...input }: FieldProps) {
  const id = useId()
  const under = problem ?? note ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-small font-medium">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={problem !== undefined}
        aria-describedby={under === undefined ? undefined : `${id}-under`}
        className={joinClasses(
          'h-11 w-full rounded-small border bg-surface px-3 text-body middle:h-10',
          problem === undefined ? 'border-border-strong' : 'border-bad',
        )}
        {...input}
      />
      {under !== undefined && (
        <p
          id={`${id}-under`}
          role={problem === undefined ? undefined : 'alert'}
          className={joinClasses('mt-1 text-caption', problem === undefined ? 'text-muted' : 'text-bad')}
        >
          {under}
        </p>
      )}
    </div>
  )
}
