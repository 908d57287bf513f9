import { cleanReference, cleanText } from './clean-text.ts'
import { readNaira } from './naira-text.ts'
import { type DayForm, readDay } from './printed-day.ts'
import type { PrintedRow } from './printed-statement.ts'
import type { TableRow } from './table.ts'

/** Rows of a table as printed rows. One that has nothing but a narration goes on with the row above it. */
export function printRows(rows: readonly TableRow[], form: DayForm): PrintedRow[] {
  const printed: PrintedRow[] = []
  for (const row of rows) {
    const before = printed.at(-1)
    if (before !== undefined && goesOn(row)) {
      // Banks cut by width, also inside a word: whatever space there was is still at the seam.
      const narration = before.narration + (row.cell('narration') ?? '')
      printed[printed.length - 1] = { ...before, narration, raw: [before.raw, row.cells].flat() }
    } else {
      printed.push(printRow(row, form))
    }
  }
  return printed
}

function printRow(row: TableRow, form: DayForm): PrintedRow {
  const [date = '', time] = cleanText(row.cell('date') ?? '').split(' ')
  const isTime = time === undefined || /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time)
  const day = isTime ? readDay(date, form) : undefined
  const valueDate = row.cell('valueDate')
  const amount = row.cell('amount')
  return {
    place: `line ${row.line}`,
    day,
    time,
    valueDay: valueDate === undefined ? day : readDay(valueDate, form),
    reference: cleanReference(row.cell('reference') ?? ''),
    narration: row.cell('narration') ?? '',
    debit: readNaira(row.cell('debit') ?? ''),
    credit: readNaira(row.cell('credit') ?? ''),
    ...(amount === undefined ? {} : { either: readNaira(amount) }),
    balance: readNaira(row.cell('balance') ?? ''),
    raw: row.cells,
  }
}

function goesOn(row: TableRow): boolean {
  const filled = row.cells.filter((cell) => cleanText(cell) !== '')
  return filled.length === 1 && filled[0] === row.cell('narration')
}
