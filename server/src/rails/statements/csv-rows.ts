import { Refusal } from '../../kernel/refusal.ts'

export type CsvRow = Readonly<{
  /** Of its first line in the file, from 1. */ line: number
  cells: readonly string[]
}>

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
  let at = 0
  let line = 1
  while (at < text.length) {
    const first = line
    const cells: string[] = []
    for (;;) {
      cells.push(text[at] === '"' ? quoted() : plain())
      if (text[at] !== ',') break
      at += 1
    }
    rows.push({ line: first, cells })
    endOfRow()
  }
  return rows

  function plain(): string {
    const start = at
    while (at < text.length && !',\r\n'.includes(text.charAt(at))) {
      if (text[at] === '"') throw broken('a quote inside a cell that does not begin with one')
      at += 1
    }
    return text.slice(start, at)
  }

  function quoted(): string {
    let cell = ''
    for (;;) {
      const end = text.indexOf('"', at + 1)
      if (end < 0) throw broken('a quote that is never closed')
      cell += text.slice(at + 1, end)
      at = end + 1
      if (text[at] !== '"') break
      cell += '"'
    }
    line += cell.split('\n').length - 1
    return cell
  }

  function endOfRow(): void {
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    else if (at < text.length) throw broken('something behind a closed quote, or a line that ends oddly')
    line += 1
  }

  function broken(what: string): Refusal {
    return new Refusal('statement_unreadable', `Line ${line} is not CSV: ${what}.`)
  }
}
