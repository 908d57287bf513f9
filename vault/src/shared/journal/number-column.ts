/** One number for each record, 0 where none was set: eight bytes each, and no object. */
export type NumberColumn = Readonly<{ get(n: number): number; set(n: number, value: number): void }>

export function createNumberColumn(): NumberColumn {
  let values = new Float64Array(1024)
  return {
    get: (n) => values[n] ?? 0,
    set(n, value) {
      if (n >= values.length) {
        const larger = new Float64Array(Math.max(n + 1, values.length * 2))
        larger.set(values)
        values = larger
      }
      values[n] = value
    },
  }
}
