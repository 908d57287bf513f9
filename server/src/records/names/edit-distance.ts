/** Returns how many letters must be added, removed, changed, or swapped with a neighbour to turn one word into the other. */
export function editDistance(a: string, b: string): number {
  let beforeLast = new Uint8Array(b.length + 1)
  let last = Uint8Array.from({ length: b.length + 1 }, (_, column) => column)
  let current = new Uint8Array(b.length + 1)
  for (let row = 1; row <= a.length; row += 1) {
    current[0] = row
    for (let column = 1; column <= b.length; column += 1) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + change)
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, at(beforeLast, column - 2) + 1)
      }
      current[column] = cost
    }
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return at(last, b.length)
}

/** Words longer than 255 letters would overflow a cell. Callers limit their texts to far less. */
function at(row: Uint8Array, column: number): number {
  return row[column] ?? 255
}
