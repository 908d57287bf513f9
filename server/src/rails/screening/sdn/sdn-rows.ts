/** How the publisher's files end. One without it was cut somewhere, perhaps in the middle of a name. */
const END_MARK = '\u001a'
const EMPTY = '-0-'
const CELL = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y

/** The rows of one of the publisher's files, each with as many cells as it must have; throws when the file is not whole. */
export function readSdnRows(file: string, text: string, width: number): string[][] {
  if (!text.endsWith(END_MARK)) throw new Error(`${file} was cut: it does not end with its end mark`)
  const lines = text.slice(0, -END_MARK.length).split('\r\n')
  if (lines.pop() !== '') throw new Error(`${file} was cut: its last line does not end`)
  if (lines.length === 0) throw new Error(`${file} is empty`)
  return lines.map((line, index) => {
    const cells = readCells(line)
    if (cells?.length === width) return cells
    throw new Error(`${file}, line ${index + 1}: not ${width} cells`)
  })
}

function readCells(line: string): string[] | undefined {
  const cells: string[] = []
  CELL.lastIndex = 0
  for (;;) {
    const match = CELL.exec(line)
    if (match === null) return undefined
    const plain = (match[2] ?? '').trim()
    cells.push(match[1]?.replaceAll('""', '"') ?? (plain === EMPTY ? '' : plain))
    if (match[3] === '') return cells
  }
}
