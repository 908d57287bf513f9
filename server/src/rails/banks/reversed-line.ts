import type { BankLine } from '../../movements/feeds/bank-line.ts'
import { lagosDay } from './read-time.ts'

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
