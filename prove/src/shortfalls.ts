const MOST_SHOWN = 8

/** Returns the first few problems, and the number of the others. */
export function some(problems: readonly string[]): string[] {
  const more = problems.length - MOST_SHOWN
  return [...problems.slice(0, MOST_SHOWN), ...unless(more <= 0, `… and ${more} more`)]
}

export function unless(isGood: boolean, problem: string): string[] {
  return isGood ? [] : [problem]
}

export function tally(words: readonly string[]): string {
  const counts = Map.groupBy(words, (word) => word)
  return [...counts].map(([word, all]) => `${word} ${all.length}`).join(', ')
}
