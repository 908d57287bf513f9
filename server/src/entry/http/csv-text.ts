import { isUtf8 } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { Refusal } from '../../kernel/refusal.ts'

export const CSV_TYPE = 'text/csv; charset=utf-8'

/** Returns lines of a CSV file. Strangers typed some of the cells, so one that a spreadsheet would execute gets a leading apostrophe. */
export function toCsv(lines: ReadonlyArray<readonly string[]>): string {
  // A lone carriage return or line feed would otherwise not be quoted.
  return stringify([...lines], { escape_formulas: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ })
}

/**
 * Reads a CSV file with a header line into one object per line. Empty cells are left out. Names of columns are read without regard to case,
 * and spaces become underscores. Reads at most one line more than `most`.
 */
export function parseCsv(body: Buffer, most: number): Readonly<Record<string, string>>[] {
  if (!isUtf8(body)) throw new Refusal('malformed', 'The file is not UTF-8 text. Save it as “CSV UTF-8”.')
  try {
    const lines = parse<Record<string, string>>(body, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: most + 1,
      columns: (header: string[]) => readHeader(header),
    })
    return lines.map((line) => Object.fromEntries(Object.entries(line).filter(([, cell]) => cell !== '')))
  } catch (error) {
    if (error instanceof CsvError)
      throw new Refusal('malformed', `The file is not valid CSV near line ${Number(error['lines'] ?? 1)}.`)
    throw error
  }
}

function readHeader(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim().toLowerCase().replaceAll(' ', '_'))
  const repeated = names.find((name, place) => names.indexOf(name) < place)
  if (repeated !== undefined)
    throw new Refusal('malformed', `Two columns of the file are called "${repeated.slice(0, 40)}".`)
  return names
}
