import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

type PgbenchReport = Readonly<{
  count: number
  /** The number of commits after the uncounted first seconds. */
  countedCount: number
  perSecond: number
}>

/**
 * Reads pgbench's output with `--progress=1`: the number of commits, and the rate without the first seconds. Returns undefined if the run
 * is not complete.
 */
export function readPgbenchReport(text: string, uncountedSeconds: number): PgbenchReport | undefined {
  const count = Number(/^number of transactions actually processed: (\d+)/m.exec(text)?.[1])
  const intervals = readProgress(text)
  const sum = (chosen: readonly Interval[], of: (interval: Interval) => number) =>
    chosen.reduce((total, interval) => total + of(interval), 0)
  const counted = intervals.filter(({ since }) => hasPassed(since, uncountedSeconds))
  const uncounted = intervals.filter(({ since }) => !hasPassed(since, uncountedSeconds))
  const seconds = sum(counted, ({ since, until }) => until - since)
  if (!(count > 0 && seconds > 0)) return undefined
  const countedCount = count - Math.round(sum(uncounted, ({ commits }) => commits))
  return { count, countedCount, perSecond: sum(counted, ({ commits }) => commits) / seconds }
}

/** Tells whether a running pgbench has reported its first seconds. */
export function hasToldOf(text: string, seconds: number): boolean {
  return hasPassed(readProgress(text).at(-1)?.until ?? 0, seconds)
}

type Interval = Readonly<{ since: number; until: number; commits: number }>

function readProgress(text: string): Interval[] {
  let since = 0
  return [...text.matchAll(/^progress: ([\d.]+) s, ([\d.]+) tps/gm)].map(([, at, rate]) => {
    const interval = { since, until: Number(at), commits: Number(rate) * (Number(at) - since) }
    since = interval.until
    return interval
  })
}

// Progress lines appear about once a second, not exactly.
function hasPassed(at: number, seconds: number): boolean {
  return at > seconds - 0.5
}

const DEBIAN = '/usr/lib/postgresql'

/** Returns the newest pgbench of Debian's packages, or the one on the path. Any version can drive our PostgreSQL. */
export function findPgbench(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
  const folders = [
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  const found = folders.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file))
  if (found === undefined) {
    throw new Error(
      'pgbench is missing: apt-get install postgresql-15 (Debian 12; elsewhere postgresql or postgresql-contrib)',
    )
  }
  return found
}
