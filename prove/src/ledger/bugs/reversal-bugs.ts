import { type Bug, functionBug, statementBug } from './bug.ts'

/** Bugs in reversals, and in their number. */
export const reversalBugs: readonly Bug[] = [
  statementBug('an entry is reversed twice', 'drop index entry_reverses'),
  functionBug('a reversal is reversed', [['reverse_entry', ' or original.reverses is not null', '']]),
  functionBug('a reversal repeats the entry instead of reversing it', [
    ['reverse_entry', 'array_agg(credit_', 'array_agg(DEBIT_'],
    ['reverse_entry', 'array_agg(debit_', 'array_agg(credit_'],
    ['reverse_entry', 'array_agg(DEBIT_', 'array_agg(debit_'],
  ]),
  functionBug('a reversal leaves the last posting out', [
    [
      'reverse_entry',
      'where entry_id = p_entry',
      'where entry_id = p_entry and ordinal <= greatest(1, (select max(ordinal) - 1 from posting where entry_id = p_entry))',
    ],
  ]),
]
