import type { EntryLine } from '../../../records/cases/entry-story-store.ts'
import { printMoment } from '../moments.ts'
import { printNaira } from '../naira.ts'
import { fit } from '../table.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-([0-9a-f]{12})/

/** Debit first, as the ledger has it. Owners are cut to their last digits: the rest stands above. */
export function ledgerLines(lines: readonly EntryLine[]): string[] {
  if (lines.length === 0) return []
  const account = (text: string) => fit(text.replace(uuid, '…$1'), 20).padEnd(20)
  return [
    '',
    'In the ledger:',
    ...lines.map(
      ({ step, postedAt, debit, credit, amountMinor }) =>
        `  ${printMoment(postedAt).slice(0, 18).padEnd(18)}  ${fit(step, 16).padEnd(16)}  ${account(debit)}  ${account(credit)}  ${printNaira(amountMinor)}`,
    ),
  ]
}
