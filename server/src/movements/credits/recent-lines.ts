import { hash } from 'node:crypto'
import { createBoundedMap } from '../../kernel/bounded-map.ts'
import type { BankLine } from '../feeds/bank-line.ts'

type List = Readonly<{ accountId: string; source: string }>

/**
 * What lists said lately and is recorded. A list is read with a wide overlap, so most of a page was there the last time; recording it
 * once more changes nothing and costs as much as the first time.
 */
export type RecentLines = Readonly<{
  /** The lines that say anything new. */
  leaveOut(list: List, lines: readonly BankLine[], at: Date): BankLine[]
  /** They are recorded. */
  keep(list: List, lines: readonly BankLine[], at: Date): void
}>

const MOST_RECENT_LINES = 50_000
/** Then they are recorded again: a database that was put back to an older state has forgotten them, and we have not. */
const RECENT_LINE_TTL_MS = 60_000

export function createRecentLines(): RecentLines {
  const recent = createBoundedMap<Readonly<{ mark: string; until: number }>>(MOST_RECENT_LINES)
  return {
    leaveOut: (list, lines, at) =>
      lines.filter((line) => {
        const known = recent.get(nameOf(list, line))
        return known === undefined || known.until <= at.getTime() || known.mark !== markOf(line)
      }),
    keep: (list, lines, at) => {
      const until = at.getTime() + RECENT_LINE_TTL_MS
      for (const line of lines) recent.set(nameOf(list, line), { mark: markOf(line), until })
    },
  }
}

function nameOf({ accountId, source }: List, { externalId }: BankLine): string {
  return `${accountId} ${source} ${externalId}`
}

/** A line is made of its row and nothing else. */
function markOf({ direction, kind, raw }: BankLine): string {
  return hash('sha1', `${direction} ${kind} ${JSON.stringify(raw)}`, 'base64')
}
