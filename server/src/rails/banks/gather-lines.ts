import { createHash } from 'node:crypto'
import type { BankLine, UnreadableLine } from '../../movements/feeds/bank-line.ts'
import { OddAnswer } from '../vendor-json.ts'
import { lagosDay, toStorableJson } from './line-fields.ts'

export type GatheredLines = Readonly<{ lines: readonly BankLine[]; unreadable: readonly UnreadableLine[] }>

export const noLines: GatheredLines = { lines: [], unreadable: [] }

/** Reads the lines of one row. A row that cannot be read is returned as unreadable and does not affect other rows. */
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

/** Names a row without a reference by the hash of its content, so that the same row always has the same name. */
function digestOf(raw: unknown): string {
  return `unnamed:${createHash('sha256')
    .update(JSON.stringify(raw) ?? '')
    .digest('hex')}`
}

/**
 * Builds the debit that reverses a credit. The vendor only changes the status of the credit and gives no time or amount of the debit. The
 * debit therefore has the time at which we saw the change, and the settled amount of the credit.
 */
export function reversedLine(line: BankLine, seenAt: Date): BankLine {
  // The session id belongs to the credit. On a debit it would name another transfer.
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
