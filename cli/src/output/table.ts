import type { Colour, Paint } from './paint.ts'
import { toPlainText } from './plain-text.ts'

export type Cell = string | Readonly<{ text: string; colour: Colour }>
export type Column = Readonly<{ title: string; isRight?: boolean }>

/** Prints rows under their titles. Each column is as wide as its longest cell, and nothing is cut, because users copy ids from it. */
export function printTable(
  columns: readonly Column[],
  rows: ReadonlyArray<readonly Cell[]>,
  paint: Paint,
): string[] {
  const texts = rows.map((row) => row.map((cell) => toPlainText(textOf(cell))))
  const widths = columns.map(({ title }, at) =>
    Math.max(title.length, ...texts.map((row) => row[at]?.length ?? 0)),
  )
  const place = (text: string, at: number) =>
    columns[at]?.isRight === true ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)
  const titles = columns.map(({ title }, at) => place(title, at)).join('  ')
  const lines = texts.map((row, index) =>
    row
      .map((text, at) => {
        const cell = rows[index]?.[at]
        const placed = at === row.length - 1 && columns[at]?.isRight !== true ? text : place(text, at)
        return typeof cell === 'object' ? paint(placed, cell.colour) : placed
      })
      .join('  ')
      .trimEnd(),
  )
  return [paint(titles.trimEnd(), 'dim'), ...lines]
}

/** Prints one fact per line, the name before the value. Empty facts are left out. */
export function printFacts(
  facts: ReadonlyArray<readonly [name: string, fact: Cell | undefined]>,
  paint: Paint,
): string[] {
  const known = facts.filter(
    (fact): fact is readonly [string, Cell] => fact[1] !== undefined && textOf(fact[1]) !== '',
  )
  const width = Math.max(0, ...known.map(([name]) => name.length))
  return known.map(([name, fact]) => {
    const text = toPlainText(textOf(fact))
    const shown = typeof fact === 'string' ? text : paint(text, fact.colour)
    return `${paint(name.padEnd(width), 'dim')}  ${shown}`
  })
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text
}
