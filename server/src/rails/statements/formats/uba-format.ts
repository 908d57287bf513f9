import { Refusal } from '../../../kernel/refusal.ts'
import type { Statement, StatementFormat } from '../../../movements/feeds/statement.ts'
import { buildStatement } from '../build-statement.ts'
import {
  type DayForm,
  readDay,
  readLabel,
  readNaira,
  requireAccountNumber,
  requireDay,
  requireNaira,
} from '../printed-fields.ts'
import type { PrintedRow } from '../printed-statement.ts'
import { cleanText, decodeText } from '../statement-text.ts'

const DAY_FORM = 'dd/MM/yyyy'

/** UBA: the text of a printed page with columns of fixed width. It has no session ids and mostly no payers. */
export const ubaFormat: StatementFormat = { profile: 'uba', parse }

function parse(file: Uint8Array): Statement {
  const { labels, rows } = readPage(decodeText(file), DAY_FORM)
  const said = (label: string) => readLabel(labels, label)
  const [first = '', last = ''] = said('STATEMENT PERIOD').split(' - ')
  const [number = '', currency] = said('ACCOUNT NUMBER').split(/ ?CURRENCY: /)
  if (currency !== 'NGN')
    throw new Refusal(
      'statement_unreadable',
      'The account of this statement is not in naira. Import statements of naira accounts only.',
    )
  return buildStatement({
    accountNumber: requireAccountNumber(number),
    from: requireDay(readDay(first, DAY_FORM), 'first day of the period'),
    to: requireDay(readDay(last, DAY_FORM), 'last day of the period'),
    openingMinor: requireNaira(said('OPENING BALANCE'), 'opening balance'),
    closingMinor: requireNaira(said('CLOSING BALANCE'), 'closing balance'),
    rows,
  })
}

/** End position of each column. */
const ends = { date: 12, valueDate: 24, narration: 58, debit: 76, credit: 94 } as const
const HEADS = ['TRANS DATE', 'VALUE DATE', 'NARRATION', 'DEBIT', 'CREDIT', 'BALANCE']

type Page = Readonly<{ labels: readonly (readonly string[])[]; rows: readonly PrintedRow[] }>

/** Reads rows by the width of their columns. A row without dates continues the narration of the row above it. */
function readPage(text: string, form: DayForm): Page {
  const lines = text.split(/\r?\n/)
  const headsAt = lines.findIndex((line) => cut(line).map(cleanText).join() === HEADS.join())
  if (headsAt < 0) {
    throw new Refusal(
      'statement_unreadable',
      'The column headings are not where UBA prints them. Check that the statement is from UBA and complete.',
    )
  }
  const labels: string[][] = lines.slice(0, headsAt).map((line) => [line])
  const rows: PrintedRow[] = []
  for (const [place, line] of lines.entries()) {
    if (place <= headsAt || cleanText(line) === '') continue
    const [date = '', valueDate = '', narration = '', debit = '', credit = '', balance = ''] = cut(line)
    const before = rows.at(-1)
    if (cleanText(date + valueDate) === '' && before !== undefined) {
      const more = line.slice(ends.valueDate)
      rows[rows.length - 1] = {
        ...before,
        narration: unpad(before.narration) + more,
        raw: [before.raw, line].flat(),
      }
    } else if (line.startsWith('CLOSING BALANCE:')) {
      labels.push([line])
    } else {
      rows.push({
        place: `line ${place + 1}`,
        day: readDay(date, form),
        valueDay: readDay(valueDate, form),
        reference: '',
        narration,
        debit: readNaira(debit),
        credit: readNaira(credit),
        balance: readNaira(balance),
        raw: [line],
      })
    }
  }
  return { labels, rows }
}

function cut(line: string): string[] {
  const edges = [0, ...Object.values(ends)]
  return edges.map((start, place) => line.slice(start, edges[place + 1]))
}

/**
 * Removes the padding. A zero-width character ends the first part: spaces before it belong to the narration, spaces after it are padding.
 */
function unpad(narration: string): string {
  return narration.replace(/\u200b *$/, '')
}
