import { Refusal } from '../../../kernel/refusal.ts'
import { readDay } from '../printed-day.ts'
import type { PrintedRow } from '../printed-statement.ts'
import type { Field } from './mt940-fields.ts'
import { readSwiftAmount } from './swift-amount.ts'

const ENTRY =
  /^(?<value>\d{6})(?<entry>\d{4})?(?<mark>R?[CD])[A-Z]?(?<amount>[\d,]+)[NFS][A-Z0-9]{3}(?<reference>(?:(?!\/\/).){0,16})(?<own>\/\/.{1,16})?$/

/**
 * Field 61 with its description. `RC` takes a credit back and is a debit, `RD` the reverse. Without balances in the rows
 * an entry that cannot be read leaves a hole in the sum, so it refuses the file.
 */
export function readEntry({ text, place }: Field, description: string): PrintedRow {
  const {
    value = '',
    entry,
    mark = '',
    amount = '',
    reference = '',
    own = '',
  } = ENTRY.exec(text)?.groups ?? {}
  const minor = readSwiftAmount(amount)
  const valueDay = readDay(value, 'yyMMdd')
  if (minor === undefined || valueDay === undefined) {
    throw new Refusal('statement_unreadable', `The entry in ${place} cannot be read: "${text.slice(0, 70)}".`)
  }
  const isCredit = mark === 'C' || mark === 'RD'
  return {
    place,
    day: entry === undefined ? valueDay : bookedDay(valueDay, entry),
    valueDay,
    reference: (reference === 'NONREF' ? '' : reference) + own,
    narration: description,
    debit: isCredit ? 'nothing' : minor,
    credit: isCredit ? minor : 'nothing',
    balance: 'nothing',
    isTakeBack: mark.startsWith('R'),
    raw: [text, description],
  }
}

/** The booked day has no year: it is the one that brings it closest to the value date. */
function bookedDay(valueDay: string, monthAndDay: string): string | undefined {
  const year = Number(valueDay.slice(2, 4))
  const month = Number(valueDay.slice(5, 7))
  const entryMonth = Number(monthAndDay.slice(0, 2))
  const apart = entryMonth - month
  const turned = apart > 6 ? year - 1 : apart < -6 ? year + 1 : year
  return readDay(String(turned).padStart(2, '0') + monthAndDay, 'yyMMdd')
}
