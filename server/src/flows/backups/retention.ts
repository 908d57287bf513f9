import type { Base } from './base-backup.ts'
import { placeOf } from './wal.ts'

const DAY_MS = 86_400_000

/**
 * Returns what may be removed so that every time of the last `keepDays` days can still be restored: base backups before the newest one that
 * is older than that, WAL before the first segment that the oldest kept base needs, and files of base backups that were never completed.
 */
export function chooseExpired(
  { bases, objects }: Readonly<{ bases: readonly Base[]; objects: readonly string[] }>,
  now: Date,
  keepDays: number,
): string[] {
  const limit = new Date(now.getTime() - keepDays * DAY_MS).toISOString()
  const oldest = bases.findLast(({ stoppedAt }) => stoppedAt <= limit) ?? bases[0]
  if (oldest === undefined) return []
  const kept = new Set(bases.slice(bases.indexOf(oldest)).map(({ name }) => name))
  // The smallest of the first segments: a backup may have begun before one that ended first.
  const first = bases
    .filter(({ name }) => kept.has(name))
    .map((base) => placeOf(base.first))
    .reduce((least, place) => (place < least ? place : least))
  return objects.filter((name) => {
    if (name.startsWith('base/')) {
      const base = name.replace(/\.\w+$/, '')
      // One that is being made is newer than all the complete ones.
      return !kept.has(base) && base < (bases.at(-1)?.name ?? '')
    }
    const file = name.slice('wal/'.length)
    return /^[0-9A-F]{24}(\.|$)/.test(file) && file.slice(8, 24) < first
  })
}
