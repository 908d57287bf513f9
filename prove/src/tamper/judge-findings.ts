import type { Tampering } from '@afara/server/records/ledger/seals/verify-seals.ts'
import type { RowEdit } from './row-edit.ts'

export type Judgement = Readonly<{
  /** Edits that led to a finding. */
  found: number
  /** Edits whose finding names the very row that was edited. */
  named: number
  /** Findings that no edit led to. */
  falseAlarms: readonly Tampering[]
  missed: readonly RowEdit[]
}>

export function judgeFindings(edits: readonly RowEdit[], tampering: readonly Tampering[]): Judgement {
  const reported = new Set(tampering.map(({ name }) => name))
  const expected = new Set(edits.flatMap(({ names }) => names))
  const missed = edits.filter(({ names }) => !names.some((name) => reported.has(name)))
  return {
    found: edits.length - missed.length,
    named: edits.filter(({ row }) => reported.has(row)).length,
    falseAlarms: tampering.filter(({ name }) => !expected.has(name)),
    missed,
  }
}
