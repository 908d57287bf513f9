export type Column = Readonly<{ title: string; width: number; isRight?: boolean }>

/** Rows under their titles, cut to fit: the last column takes what is left of a hundred characters. */
export function printTable(columns: readonly Column[], rows: ReadonlyArray<readonly string[]>): string[] {
  const line = (cells: readonly string[]) =>
    columns
      .map(({ width, isRight }, at) => {
        const text = fit(cells[at] ?? '', width)
        return isRight === true ? text.padStart(width) : text.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [line(columns.map(({ title }) => title)), ...rows.map(line)]
}

/** What is cut ends in a sign that it was. */
export function fit(text: string, width: number): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length <= width ? plain : `${plain.slice(0, width - 1)}…`
}

/** Breaks a sentence into lines of at most this many characters, each after its indent. */
export function wrap(text: string, indent: string, width = 100): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, indent + line]
}
