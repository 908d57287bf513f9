import type { Tampering } from '@afara/server/records/ledger/seals/verify-seals.ts'
import type { RowEdit } from './row-edit.ts'

export type Judgement = Readonly<{
  /** Number of edits that led to a finding. */
  found: number
  /** Number of edits whose finding names the edited row. */
  named: number
  /** Findings that no edit caused. */
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
