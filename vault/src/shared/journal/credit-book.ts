import { createFingerprints } from './compact-maps.ts'

/** The amount of each credit that was already used. A credit has several names, and more of them may become known over time. */
export function createCreditBook() {
  const numbers = createFingerprints()
  // Indexed by number. If a credit turns out to be the same as another credit, `sameAs` points to that one. Index 0 is unused.
  const sums: bigint[] = [0n]
  const sameAs: number[] = [0]

  const root = (number: number): number => {
    let at = number
    for (let next = sameAs[at]; next !== undefined && next !== at; next = sameAs[at]) at = next
    return at
  }
  const known = (names: readonly string[]): number[] => {
    const found = names.map((name) => numbers.get(name)).filter((number) => number !== 0)
    return [...new Set(found.map(root))]
  }
  const sumOf = (number: number): bigint => sums[number] ?? 0n

  return {
    add(names: readonly string[], minor: bigint): void {
      const [first = sums.length, ...others] = known(names)
      if (first === sums.length) {
        sums.push(0n)
        sameAs.push(first)
      }
      sums[first] = others.reduce((sum, other) => sum + sumOf(other), sumOf(first)) + minor
      for (const other of others) sameAs[other] = first
      for (const name of names) numbers.set(name, first)
    },
    /** Returns the sum over all credits that have one of the names. */
    used: (names: readonly string[]): bigint => known(names).reduce((sum, number) => sum + sumOf(number), 0n),
  }
}
