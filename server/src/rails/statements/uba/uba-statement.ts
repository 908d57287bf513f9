import { Refusal } from '../../../kernel/refusal.ts'
import type { Statement, StatementFormat } from '../../../movements/feeds/statement.ts'
import { decodeText } from '../decode-text.ts'
import { drawUpStatement } from '../draw-up-statement.ts'
import { readDay } from '../printed-day.ts'
import { labelled, requireAccountNumber, requireDay, requireNaira } from '../printed-labels.ts'
import { readPage } from './uba-page.ts'

const FORM = 'dd/MM/yyyy'

/** UBA: the text of a printed page, columns by width. It shows no session ids, and mostly no payers. */
export const ubaFormat: StatementFormat = { profile: 'uba', parse }

function parse(file: Uint8Array): Statement {
  const { labels, rows } = readPage(decodeText(file), FORM)
  const said = (label: string) => labelled(labels, label)
  const [first = '', last = ''] = said('STATEMENT PERIOD').split(' - ')
  const [number = '', currency] = said('ACCOUNT NUMBER').split(/ ?CURRENCY: /)
  if (currency !== 'NGN') throw new Refusal('statement_unreadable', 'The account is not kept in naira.')
  return drawUpStatement({
    accountNumber: requireAccountNumber(number),
    from: requireDay(readDay(first, FORM), 'first day of the period'),
    to: requireDay(readDay(last, FORM), 'last day of the period'),
    openingMinor: requireNaira(said('OPENING BALANCE'), 'opening balance'),
    closingMinor: requireNaira(said('CLOSING BALANCE'), 'closing balance'),
    rows,
  })
}
