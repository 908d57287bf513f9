import type { Nudge } from '../../records/transactions/wake-store.ts'

/** New for every nudge: the engine remembers finished keys for a day and drops a call that repeats one. */
export function nudgeKey({ subjectId, number }: Nudge): string {
  return `${subjectId}:${number}`
}
