import { parse } from 'csv-parse/sync'

/** How the publisher's files end. One without it was cut somewhere, perhaps in the middle of a name. */
const END_MARK = '\u001a'
/** What stands in an empty cell. */
const EMPTY = /^-0-$/

/** The rows of one of the publisher's files, each with as many cells as it must have; throws when the file is not whole. */
export function readSdnRows(file: string, text: string, width: number): string[][] {
  if (!text.endsWith(END_MARK)) throw new Error(`${file} was cut: it does not end with its end mark`)
  const whole = text.slice(0, -END_MARK.length)
  if (whole === '') throw new Error(`${file} is empty`)
  if (!whole.endsWith('\r\n')) throw new Error(`${file} was cut: its last line does not end`)
  const rows = parseCsv(file, whole)
  const broken = rows.findIndex(
    (cells) => cells.length !== width || cells.some((cell) => cell.includes('\r\n')),
  )
  if (broken >= 0) throw new Error(`${file}, line ${broken + 1}: not ${width} cells`)
  return rows
}

function parseCsv(file: string, text: string): string[][] {
  try {
    return parse(text, {
      record_delimiter: '\r\n',
      relax_column_count: true,
      cast: (cell, { quoting }) => (quoting ? cell : cell.trim().replace(EMPTY, '')),
    })
  } catch (cause) {
    throw new Error(`${file} is not CSV`, { cause })
  }
}
