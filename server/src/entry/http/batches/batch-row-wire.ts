import { Type } from 'typebox'
import { formatId } from '../../../kernel/ids/ids.ts'
import { type FollowedRow, rowOutcomes } from '../../../records/batches/batch.ts'
import { initialsOf } from '../../../records/names/name-words.ts'
import { closedObject, namedObject } from '../object-schemas.ts'
import { textReply, wordReply } from '../reply-fields.ts'

export const BatchRowView = namedObject('PayoutBatchRow', {
  row: Type.Integer({ description: 'The number of the row, from 1.', minimum: 1, examples: [1] }),
  bank_name: textReply('The bank, as you sent it.', 'GTBank'),
  account_number: textReply('The account number, as you sent it.', '0123456789'),
  account_name: textReply('The name, as you sent it; empty if you sent none.', 'ADA OBI'),
  amount: textReply('The amount, as you sent it.', '25000.50'),
  reference: textReply('Your reference, or the one that we made.', 'salary-2026-11-ada'),
  name_check: Type.Union(
    [
      wordReply(
        ['match', 'near', 'different', 'unknown', 'found', 'not_found', 'no_answer'],
        'What the bank says about the account and the name.',
      ),
      Type.Null(),
    ],
    {
      description:
        'What the bank says about the account and the name. found: you sent no name. unknown: the names cannot be compared. Null if it was not asked yet.',
      examples: ['match'],
    },
  ),
  name_at_bank: textReply(
    'The name that the bank has, if it fits yours; the initials if you sent no name; else empty.',
    'ADA NGOZI OBI',
  ),
  problems: Type.Array(
    closedObject({
      code: textReply('The problem, as a code.', 'bank_unknown'),
      field: textReply('The field that has it.', 'bank_name'),
      message: textReply('What to correct.', 'No bank matches "GTBnak". Did you mean GTBank (000013)?'),
    }),
    { description: 'Why the row cannot be paid. Empty if it can.' },
  ),
  outcome: wordReply(
    rowOutcomes,
    'none: not confirmed. skipped: it had a problem. waiting: it is paid soon. refused: not accepted, nothing was debited. paying: its sell is on the way. paid: the bank paid it. returned: it was not paid, and the tokens are in your balance again.',
  ),
  refusal: Type.Union(
    [
      closedObject({
        code: textReply('Why, as a code.', 'insufficient_balance'),
        message: textReply('Why, in words.', 'The balance of the business is below this amount.'),
      }),
      Type.Null(),
    ],
    { description: 'Why the row was refused after you confirmed the batch; null if it was not.' },
  ),
  transaction_id: Type.Union([Type.String({ pattern: '^txn_[0-9a-f]{32}$' }), Type.Null()], {
    description: 'The sell that pays the row; null without one.',
    examples: ['txn_01a1dcc33c477feca0d6d2cee34c8ce8', null],
  }),
  transaction_status: Type.Union([Type.String(), Type.Null()], {
    description: 'The status of that sell.',
    examples: ['completed', null],
  }),
})

export function toRowWire(row: FollowedRow) {
  return {
    row: row.number,
    bank_name: row.bankName,
    account_number: row.accountNumber,
    account_name: row.accountName ?? '',
    amount: row.amount,
    reference: row.reference ?? row.sellReference,
    name_check: row.nameCheck,
    name_at_bank: toldName(row),
    problems: row.problems,
    outcome: row.outcome,
    refusal: row.refusal,
    transaction_id: row.transactionId === null ? null : formatId('transaction', row.transactionId),
    transaction_status: row.transactionStatus,
  }
}

/** A batch asks about thousands of accounts. It tells only names that the business knew, so that nobody lists who banks where. */
function toldName({ nameCheck, bankAccountName }: FollowedRow): string {
  if (bankAccountName === null) return ''
  if (nameCheck === 'match' || nameCheck === 'near') return bankAccountName
  return nameCheck === 'found' ? initialsOf(bankAccountName) : ''
}

/** The columns of the outcomes of a batch, in their order. */
export const outcomeColumns = [
  'row',
  'bank_name',
  'account_number',
  'account_name',
  'amount',
  'reference',
  'name_check',
  'name_at_bank',
  'outcome',
  'problem',
  'reason',
  'transaction_id',
  'transaction_status',
] as const

/** Several problems of a row have a space between their codes. */
export function toOutcomeLine(row: FollowedRow): string[] {
  const told = toRowWire(row)
  const why = row.refusal === null ? row.problems : [row.refusal]
  const cells: Readonly<Record<(typeof outcomeColumns)[number], string>> = {
    row: String(told.row),
    bank_name: told.bank_name,
    account_number: told.account_number,
    account_name: told.account_name,
    amount: told.amount,
    reference: told.reference,
    name_check: told.name_check ?? '',
    name_at_bank: told.name_at_bank,
    outcome: told.outcome,
    problem: why.map(({ code }) => code).join(' '),
    reason: why.map(({ message }) => message).join(' '),
    transaction_id: told.transaction_id ?? '',
    transaction_status: told.transaction_status ?? '',
  }
  return outcomeColumns.map((column) => cells[column])
}
