import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { canHaveComeBack, findOddLine } from '../../records/cases/payout-line-store.ts'
import { requirePossible } from '../../records/cases/possible-resolutions.ts'
import { type Explanation, explanations } from '../../records/cases/resolution.ts'
import { requireText } from './require-text.ts'
import type { WantedResolution } from './wanted-resolution.ts'

/** Says what a line of a vendor's own book was, so far as the record lets it be that. */
export async function completeExplanation(
  sql: Sql,
  file: CaseFile,
  wanted: WantedResolution,
): Promise<Explanation> {
  requirePossible(file, 'explain')
  const { subject } = file.facts
  const line = typeof subject === 'string' ? await findOddLine(sql, subject) : undefined
  if (line === undefined || line.isAnswered) {
    throw new Refusal(
      'resolution_invalid',
      'This line is explained already: look at it with "npx afara ops show".',
    )
  }
  const as = explanations.find((known) => known === wanted.as)
  if (as === undefined) {
    throw new Refusal('resolution_invalid', `Say what it was: --explain ${explanations.join(', ')}.`)
  }
  const evidence = requireText(wanted.evidence, 'Say with --evidence what shows it, for whoever approves.')
  if (as === 'somebody') {
    const whose = requireText(wanted.whose, 'Say with --whose whose naira it is, as far as anybody knows.')
    return { action: 'explain', as, whose, evidence }
  }
  if (as !== 'return') return { action: 'explain', as, evidence }
  const payoutId = requireText(wanted.payout_id, 'Say with --payout pay_… which payment came back.')
  if (line.direction === 'debit' || !(await canHaveComeBack(sql, payoutId, line.accountId))) {
    throw new Refusal(
      'resolution_invalid',
      'No such payment of this account is out or paid, so that nothing of it can have come back with this line.',
    )
  }
  return { action: 'explain', as, payout_id: payoutId, evidence }
}
