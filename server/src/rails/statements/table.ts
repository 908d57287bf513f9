import { Refusal } from '../../kernel/refusal.ts'
import { cleanText } from './clean-text.ts'
import type { CsvRow } from './csv-rows.ts'

export type Column =
  | 'date'
  | 'valueDate'
  | 'narration'
  | 'reference'
  | 'debit'
  | 'credit'
  | 'amount'
  | 'balance'

/** The heads under which a bank prints each of its columns: letters only, in small ones. */
export type Heads = Readonly<Partial<Record<Column, readonly string[]>>>

export type TableRow = Readonly<{
  line: number
  cells: readonly string[]
  /** Empty where the row has no such cell, undefined where the table has no such column. */
  cell(column: Column): string | undefined
}>

export type Table = Readonly<{
  /** What stands above the heads. */
  above: readonly (readonly string[])[]
  rows: readonly TableRow[]
}>

/** Finds the row with all the heads of one set, and gives the rows below it by column, wherever the columns stand. */
export function readTable(rows: readonly CsvRow[], ...sets: readonly Heads[]): Table {
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
    'No row of the file has the heads of this profile: is it the export of another bank, or cut at the top?',
  )
}

function findColumns(cells: readonly string[], heads: Heads): Map<Column, number> | undefined {
  const letters = cells.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''))
  const columns = new Map<Column, number>()
  for (const [column, names] of Object.entries(heads) as [Column, readonly string[]][]) {
    const places = [...letters.keys()].filter((place) => names.includes(letters[place] ?? ''))
    const [only] = places
    // Two columns of one name: nothing says which one is meant.
    if (only === undefined || places.length > 1) return undefined
    columns.set(column, only)
  }
  return columns
}
