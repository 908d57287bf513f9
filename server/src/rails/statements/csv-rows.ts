import { CsvError, parse } from 'csv-parse/sync'
import { Refusal } from '../../kernel/refusal.ts'

export type CsvRow = Readonly<{
  /** Of its first line in the file, from 1. */ line: number
  cells: readonly string[]
}>

const csvProblems: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: 'a quote inside a cell that does not begin with one',
  CSV_QUOTE_NOT_CLOSED: 'a quote that is never closed',
}
const ODD_END = 'something behind a closed quote, or a line that ends oddly'

/** CSV after RFC 4180, strictly: a quote where none may be could move one cell's text into another. */
export function readCsv(text: string): CsvRow[] {
  if (!text.endsWith('\n')) {
    // What follows the cut may be the word that says what the last row is.
    throw new Refusal(
      'statement_unreadable',
      'The last line of the file does not end: it was cut. Export it again.',
    )
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
        // The library collects nothing itself.
        return null
      },
    })
  } catch (error) {
    if (error instanceof CsvError) throw broken(csvProblems[error.code] ?? ODD_END, error)
    throw error
  }
  return rows
}
