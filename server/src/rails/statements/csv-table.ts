import { CsvError, parse } from 'csv-parse/sync'
import { Refusal } from '../../kernel/refusal.ts'
import { type DayForm, readDay, readNaira } from './printed-fields.ts'
import type { PrintedRow } from './printed-statement.ts'
import { cleanReference, cleanText, decodeText } from './statement-text.ts'

type Column = 'date' | 'valueDate' | 'narration' | 'reference' | 'debit' | 'credit' | 'amount' | 'balance'

/** The possible headings of each column, reduced to small letters. */
type Heads = Readonly<Partial<Record<Column, readonly string[]>>>

type TableRow = Readonly<{
  line: number
  cells: readonly string[]
  /** Returns an empty string if the row has no such cell, and undefined if the table has no such column. */
  cell(column: Column): string | undefined
}>

type Table = Readonly<{
  /** The rows above the headings. */
  above: readonly (readonly string[])[]
  rows: readonly TableRow[]
}>

/** Finds the row that has all headings of one set. Returns the rows below it by column, in any order of the columns. */
export function readTable(file: Uint8Array, ...sets: readonly Heads[]): Table {
  const rows = readCsv(decodeText(file))
  for (const [place, { cells }] of rows.entries()) {
    const columns = sets.map((heads) => findColumns(cells, heads)).find((found) => found !== undefined)
    if (columns === undefined) continue
    const below = rows.slice(place + 1).filter((row) => row.cells.some((cell) => cleanText(cell) !== ''))
    return {
      above: rows.slice(0, place).map(({ cells }) => cells),
      rows: below.map(({ line, cells }) => ({
        line,
        cells,
        cell: (column) => {
          const at = columns.get(column)
          return at === undefined ? undefined : (cells[at] ?? '')
        },
      })),
    }
  }
  throw new Refusal(
    'statement_unreadable',
    'No row of the file has the column headings of this profile. The file may be from another bank, or cut off at the top. Check the profile, or export the file again.',
  )
}

function findColumns(cells: readonly string[], heads: Heads): Map<Column, number> | undefined {
  const letters = cells.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''))
  const columns = new Map<Column, number>()
  for (const [column, names] of Object.entries(heads) as [Column, readonly string[]][]) {
    const places = [...letters.keys()].filter((place) => names.includes(letters[place] ?? ''))
    const [only] = places
    // If two columns have the same name, it is unknown which one is meant.
    if (only === undefined || places.length > 1) return undefined
    columns.set(column, only)
  }
  return columns
}

/** Converts the rows of a table to printed rows. A row with only a narration continues the row above it. */
export function printRows(rows: readonly TableRow[], form: DayForm): PrintedRow[] {
  const printed: PrintedRow[] = []
  for (const row of rows) {
    const before = printed.at(-1)
    if (before !== undefined && isContinuation(row)) {
      // Banks split text by width, also within a word. Any space at the split is still in the text, so none is added.
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
    ...(amount === undefined ? {} : { signedByBalance: readNaira(amount) }),
    balance: readNaira(row.cell('balance') ?? ''),
    raw: row.cells,
  }
}

function isContinuation(row: TableRow): boolean {
  const filled = row.cells.filter((cell) => cleanText(cell) !== '')
  return filled.length === 1 && filled[0] === row.cell('narration')
}

type CsvRow = Readonly<{
  /** Number of its first line in the file, from 1. */ line: number
  cells: readonly string[]
}>

const csvProblems: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: 'a quote inside a cell that does not begin with a quote',
  CSV_QUOTE_NOT_CLOSED: 'an unclosed quote',
}
const ODD_END = 'text after a closing quote, or an invalid line end'

/** Reads CSV strictly by RFC 4180. Anything else is refused, because a misplaced quote could move the text of one cell into another. */
export function readCsv(text: string): CsvRow[] {
  if (!text.endsWith('\n')) {
    // The missing text may contain the word that decides what kind of row the last one is.
    throw new Refusal('statement_unreadable', 'The last line of the file is incomplete. Export it again.')
  }
  const rows: CsvRow[] = []
  let line = 1
  const broken = (what: string, cause?: unknown) =>
    new Refusal('statement_unreadable', `Line ${line} is not CSV: ${what}.`, { cause })
  try {
    parse(text, {
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      cast: (cell, { quoting }) => {
        if (!quoting && cell.includes('\r')) throw broken(ODD_END)
        return cell
      },
      on_record: (cells: string[]) => {
        rows.push({ line, cells })
        line += cells.join('').split('\n').length
        // Returning null keeps the library from collecting the rows itself.
        return null
      },
    })
  } catch (error) {
    if (error instanceof CsvError) throw broken(csvProblems[error.code] ?? ODD_END, error)
    throw error
  }
  return rows
}
