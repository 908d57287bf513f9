import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

/** Green is done, blue is moving, amber needs someone, red failed, grey ended. */
export type Tone = 'good' | 'info' | 'warn' | 'bad' | 'ended'

const tones: Readonly<Record<Tone, string>> = {
  good: 'bg-good-soft text-good',
  info: 'bg-info-soft text-info',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  ended: 'bg-sunken text-muted',
}

/** A status: a dot and one of the public status words. A hollow dot says that there is no fresh data. */
export function Pill({
  tone,
  isStale = false,
  children,
}: Readonly<{ tone: Tone; isStale?: boolean; children: ReactNode }>) {
  return (
    <span
      className={joinClasses(
        'inline-flex h-5 items-center gap-1.5 rounded-full px-2 text-caption font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      <span
        className={joinClasses('size-1.5 rounded-full border border-current', !isStale && 'bg-current')}
      />
      {children}
    </span>
  )
}
