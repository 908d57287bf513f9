const LONGEST_NAME = 200

/** The words of a name in plain small letters, in their order: without accents, hooks, apostrophes and signs. */
export function splitName(name: string): string[] {
  return name
    .slice(0, LONGEST_NAME)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/['’ʼ`]/g, '')
    .replace(/[ɓɗƙƴ]/g, (letter) => hookless[letter] ?? letter)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/** Letters of Hausa that are not a letter and a mark to Unicode. */
const hookless: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' }
