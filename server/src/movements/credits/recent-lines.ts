import { hash } from 'node:crypto'
import { createBoundedMap } from '../../kernel/bounded-map.ts'
import type { BankLine } from '../feeds/bank-line.ts'

type List = Readonly<{ accountId: string; source: string }>

/**
 * Lines that lists reported recently and that are recorded. Lists are read with a wide overlap, so most of a page was in the last one.
 * Recording a line again changes nothing and costs as much as the first time.
 */
export type RecentLines = Readonly<{
  /** Returns the lines that are new or changed. */
  leaveOut(list: List, lines: readonly BankLine[], at: Date): BankLine[]
  /** Remembers lines after they are recorded. */
  keep(list: List, lines: readonly BankLine[], at: Date): void
}>

const MOST_RECENT_LINES = 50_000
/** After this time lines are recorded again, because a database that was restored to an older state has lost them. */
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

/** A line is read only from its raw row, so an equal row gives an equal line. */
function markOf({ direction, kind, raw }: BankLine): string {
  return hash('sha1', `${direction} ${kind} ${JSON.stringify(raw)}`, 'base64')
}
