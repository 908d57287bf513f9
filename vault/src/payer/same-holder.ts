const EMPTY_WORDS = new Set(
  'MR MRS MISS MS DR PROF CHIEF ALHAJI ALHAJA HAJIYA MALLAM PASTOR REV ENGR BARR THE AND LTD LIMITED PLC NIG NIGERIA ENT ENTERPRISES VENTURES'.split(
    ' ',
  ),
)

/**
 * Tells whether a bank still has the same holder as when the payout was cleared. Both names are from the bank, so little may differ: the
 * order of the words, titles, spaces, accents, and a name that was cut off.
 */
export function isSameHolder(cleared: string, found: string): boolean {
  const [one, other] = [wordsOf(cleared), wordsOf(found)]
  // Names with letters outside A–Z, or without a usable word, must be equal as text. Accents do not count as other letters.
  if (one.length === 0 || other.length === 0 || hasUnreadLetters(cleared + found)) {
    return textOf(cleared) === textOf(found) && /\p{L}/u.test(cleared)
  }
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one]
  // A single word occurs in many names, so it must be the whole other name, apart from spaces.
  if (fewer.length === 1 && more.length > 1) return squeeze(cleared) === squeeze(found)
  const left = [...more]
  return fewer.every((word) => {
    const place = left.findIndex((candidate) => isSameWord(word, candidate))
    if (place === -1) return false
    left.splice(place, 1)
    return true
  })
}

/** A short field may cut off the last word, so three equal letters are enough. */
function isSameWord(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return short === long || (short.length >= 3 && long.startsWith(short))
}

function wordsOf(name: string): string[] {
  return plain(name)
    .split(/[^A-Z0-9]+/)
    .filter((word) => word.length > 1 && !EMPTY_WORDS.has(word))
}

function hasUnreadLetters(names: string): boolean {
  return /[^\P{L}A-Z]/u.test(plain(names))
}

function textOf(name: string): string {
  return name.normalize('NFC').toUpperCase().replace(/\s+/g, ' ').trim()
}

function squeeze(name: string): string {
  return plain(name).replace(/[^A-Z0-9]/g, '')
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase()
}
