const SHORTEST_REST = 3

/**
 * The part of a given name that tells people apart: Seun of Oluwaseun, Emeka of Chukwuemeka. Half of a city shares the
 * stem, and people leave it away themselves. Olu- is taken off only where four letters are left, for Oluchi is a name of its own.
 */
export function stripStem(word: string): string {
  for (const stem of ['oluwa', 'olorun', 'chukwu']) {
    if (word.startsWith(stem) && word.length - stem.length >= SHORTEST_REST) return word.slice(stem.length)
  }
  return word.startsWith('olu') && word.length > 'olu'.length + SHORTEST_REST
    ? word.slice('olu'.length)
    : word
}

/** What is left to compare letter by letter: also without what many names begin or end with. */
export function stripAllStems(word: string): string {
  const rest = stripStem(word)
  const start = ['abdul', 'abdu'].find((stem) => rest.startsWith(stem) && rest.length > stem.length)
  const body = start === undefined ? rest : rest.slice(start.length)
  const end = ['oluwa', 'chukwu'].find((stem) => body.endsWith(stem) && body.length > stem.length)
  return end === undefined ? body : body.slice(0, -end.length)
}
