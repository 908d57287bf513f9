import { createHash } from 'node:crypto'
import type { BankLine, UnreadableLine } from '../../movements/feeds/bank-line.ts'
import { OddAnswer } from '../odd-answer.ts'
import { keepRaw } from './keep-raw.ts'

export type Gathered = Readonly<{ lines: readonly BankLine[]; unreadable: readonly UnreadableLine[] }>

export const nothingGathered: Gathered = { lines: [], unreadable: [] }

/** What is odd about one row stays with that row: its neighbours are read all the same. */
export function gatherLines(
  row: unknown,
  reference: string | undefined,
  read: (raw: unknown) => readonly BankLine[],
): Gathered {
  const raw = keepRaw(row)
  try {
    return { lines: read(raw), unreadable: [] }
  } catch (error) {
    if (!(error instanceof OddAnswer)) throw error
    return { lines: [], unreadable: [{ externalId: reference ?? digestOf(raw), reason: error.message, raw }] }
  }
}

export function joinGathered(parts: readonly Gathered[]): Gathered {
  return {
    lines: parts.flatMap(({ lines }) => lines),
    unreadable: parts.flatMap(({ unreadable }) => unreadable),
  }
}

/** A row without a name is named after its content, so that seen again it is the same. */
function digestOf(raw: unknown): string {
  return `unnamed:${createHash('sha256')
    .update(JSON.stringify(raw) ?? '')
    .digest('hex')}`
}
