import type { ReactNode } from 'react'
import { clockOf, durationOf, exactClockOf, shortId } from '../shared/times.ts'
import { CopyId } from '../shared/ui/copy-button.tsx'
import { joinClasses } from '../shared/ui/join-classes.ts'
import { Money } from '../shared/ui/money.tsx'
import { useLife, useNow } from './use-console.ts'

/** Naira, or NGNC with its unit before the figure. */
export function Amount({ minor, asset = 'NGN' }: Readonly<{ minor: string; asset?: string }>) {
  if (asset === 'NGN') return <Money kobo={minor} />
  return (
    <span className="whitespace-nowrap">
      <span className="text-caption font-medium text-muted">{asset}</span> <Money kobo={minor} unit="" />
    </span>
  )
}

/** An id in its short form, which copies the whole. */
export function ShortId({ id }: Readonly<{ id: string }>) {
  return <CopyId id={id} short={shortId(id)} />
}

/** Lagos time and its age: "09:02, 16 min ago". */
export function Age({ at, isBare = false }: Readonly<{ at: string; isBare?: boolean }>) {
  const now = useNow()
  const seconds = (now - new Date(at).getTime()) / 1_000
  const ago = seconds < 1 ? 'now' : `${durationOf(seconds)} ago`
  return (
    <time dateTime={at} title={clockOf(at)} className="whitespace-nowrap">
      {isBare ? ago : `${clockOf(at)}, ${ago}`}
    </time>
  )
}

/** A key of the keyboard, beside what it does. Hidden on a phone. */
export function Key({ children, isOnBrand = false }: Readonly<{ children: ReactNode; isOnBrand?: boolean }>) {
  return (
    <kbd
      className={joinClasses(
        'hidden h-5 min-w-5 items-center justify-center rounded-small border px-1 font-sans text-caption font-medium middle:inline-flex',
        isOnBrand ? 'border-on-brand/45 text-on-brand' : 'border-border-strong bg-surface text-muted',
      )}
    >
      {children}
    </kbd>
  )
}

/** Says how fresh the screen is. Old figures never look new: the dot is hollow and the age is amber. */
export function Freshness() {
  const { heardAt, isStale, isPaused } = useLife()
  const now = useNow()
  const age = durationOf((now - heardAt) / 1_000)
  return (
    <span
      className={joinClasses(
        'flex items-center gap-2 text-caption whitespace-nowrap',
        isStale ? 'text-warn' : 'text-muted',
      )}
    >
      <span
        className={joinClasses('size-2 rounded-full', isStale ? 'border-2 border-warn' : 'bg-good')}
        aria-hidden="true"
      />
      {isPaused
        ? `Paused ${age} ago. Move the pointer to go on`
        : isStale
          ? `No news for ${age}. These figures are old`
          : `Updated ${exactClockOf(new Date(heardAt).toISOString())}, ${age} ago`}
    </span>
  )
}

/** Two letters for a person. */
export function Avatar({ name, isYou = false }: Readonly<{ name: string; isYou?: boolean }>) {
  const letters = name
    .split(/\s+/)
    .map((word) => word.slice(0, 1))
    .slice(0, 2)
    .join('')
    .toUpperCase()
  return (
    <span
      aria-hidden="true"
      className={joinClasses(
        'inline-flex size-6 shrink-0 items-center justify-center rounded-full text-caption font-semibold text-brand',
        isYou ? 'border-2 border-brand bg-surface' : 'bg-brand-soft',
      )}
    >
      {letters}
    </span>
  )
}

/** A link in the colour of the brand. */
export const linkLook = 'font-medium text-brand hover:underline underline-offset-2'
