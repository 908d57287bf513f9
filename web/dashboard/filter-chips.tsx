import { joinClasses } from '../shared/ui/join-classes.ts'

/** A choice of what a list shows. The one that is on is marked for screen readers too. */
export function FilterChips<Name extends string>({
  name,
  chips,
  on,
  choose,
}: Readonly<{
  /** What is filtered. */
  name: string
  chips: ReadonlyArray<readonly [value: Name | undefined, words: string]>
  on: Name | undefined
  choose: (value: Name | undefined) => void
}>) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{name}</legend>
      {chips.map(([value, words]) => (
        <button
          key={words}
          type="button"
          aria-pressed={value === on}
          onClick={() => choose(value)}
          className={joinClasses(
            'inline-flex h-11 items-center rounded-full border px-3 text-small font-medium middle:h-7',
            value === on
              ? 'border-brand bg-brand-soft text-brand'
              : 'border-border-strong text-muted hover:bg-sunken',
          )}
        >
          {words}
        </button>
      ))}
    </fieldset>
  )
}
