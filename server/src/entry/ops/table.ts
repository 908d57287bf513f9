const WIDTH = 100

export type Column = Readonly<{ title: string; width: number; isRight?: boolean }>

/** Rows under their titles. Words are cut to fit, numbers (which stand to the right) never. */
export function printTable(columns: readonly Column[], rows: ReadonlyArray<readonly string[]>): string[] {
  const line = (cells: readonly string[]) =>
    columns
      .map(({ width, isRight }, at) => {
        // A number that was cut would be another number.
        const text = isRight === true ? (cells[at] ?? '') : fit(cells[at] ?? '', width)
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

/** Breaks a sentence into lines of at most this many characters, each after its indent; from the second on, after `more`. */
export function wrap(text: string, indent: string, more = indent): string[] {
  const lines: string[] = []
  const start = () => (lines.length === 0 ? indent : more)
  let line = ''
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    if (line !== '' && start().length + line.length + 1 + word.length > WIDTH) {
      lines.push(start() + line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, start() + line]
}
