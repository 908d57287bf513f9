import type { ListedRow } from './walk-list.ts'

/** Pages repeat rows, and the past repeats what is new: of each name the first row is kept. */
export function onceEach<Row>(
  rows: readonly ListedRow<Row>[],
  nameOf: (row: Row) => string | undefined,
): ListedRow<Row>[] {
  const seen = new Set<string>()
  return rows.filter(({ row }) => {
    const name = nameOf(row)
    if (name === undefined) return true
    if (seen.has(name)) return false
    seen.add(name)
    return true
  })
}
