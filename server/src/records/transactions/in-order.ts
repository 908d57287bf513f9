/** What a function said about each of a list, in the order of the list. It answers by the place of each. */
export function inOrder<Row extends Readonly<{ ordinal: number }>>(
  rows: readonly Row[],
  asked: ReadonlyArray<Readonly<{ id: string }>>,
): Row[] {
  const answers = new Map(rows.map((row) => [row.ordinal, row]))
  return asked.map(({ id }, ordinal) => {
    const answer = answers.get(ordinal)
    if (answer === undefined) throw new Error(`nothing was said about ${id}`)
    return answer
  })
}
