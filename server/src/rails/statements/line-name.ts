import { createHash } from 'node:crypto'
import type { ReckonedRow } from './reckon-rows.ts'

/**
 * Names rows for ever: the same row in a later, overlapping or repeated export must have the same name, or it is booked
 * again. So it is named by what no export words differently: its day, amount and direction, and the balance after it,
 * which is its place in the chain. Narrations are cut and wrapped, references lose zeros; neither is in the name. Rows that
 * are alike in all of this are counted, in the order in which they stand. This must never change.
 */
export function createLineNames(accountNumber: string) {
  const seen = new Map<string, number>()
  return ({ row, direction, amountMinor, balanceAfterMinor }: ReckonedRow): string => {
    const place = row.day ?? JSON.stringify(row.raw)
    const parts = [accountNumber, place, String(amountMinor), direction, String(balanceAfterMinor)]
    const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
    const occurrence = (seen.get(digest) ?? 0) + 1
    seen.set(digest, occurrence)
    return `${digest}:${occurrence}`
  }
}
