import { createHash } from 'node:crypto'
import type { BankLine, UnreadableLine } from '../../movements/feeds/bank-line.ts'
import { OddAnswer } from '../vendor-json.ts'
import { lagosDay, toStorableJson } from './line-fields.ts'

export type GatheredLines = Readonly<{ lines: readonly BankLine[]; unreadable: readonly UnreadableLine[] }>

export const noLines: GatheredLines = { lines: [], unreadable: [] }

/** What is odd about one row stays with that row: its neighbours are read all the same. */
export function gatherLines(
  row: unknown,
  reference: string | undefined,
  read: (raw: unknown) => readonly BankLine[],
): GatheredLines {
  const raw = toStorableJson(row)
  try {
    return { lines: read(raw), unreadable: [] }
  } catch (error) {
    if (!(error instanceof OddAnswer)) throw error
    return { lines: [], unreadable: [{ externalId: reference ?? digestOf(raw), reason: error.message, raw }] }
  }
}

export function joinLines(parts: readonly GatheredLines[]): GatheredLines {
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

/**
 * The debit by which a credit was taken back. The vendor only changes a status: it says neither when nor how much, so
 * the time is when we saw it, and the amount is what there was to take, namely what had settled.
 */
export function reversedLine(line: BankLine, seenAt: Date): BankLine {
  // The session is the credit's; on a debit it would name another transfer.
  const { sessionId: _, ...told } = line
  return {
    ...told,
    externalId: `${line.externalId}:reversed`,
    direction: 'debit',
    kind: 'reversal',
    grossMinor: line.settledMinor,
    bookedAt: seenAt,
    valueDate: lagosDay(seenAt),
    undoesExternalId: line.externalId,
  }
}
