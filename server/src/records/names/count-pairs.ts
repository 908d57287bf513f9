import { isNearWord } from './is-near-word.ts'
import { type NameWord, type ReadName, readName } from './read-name.ts'

/** A cut end this long is as good as a word; a shorter one says nothing either way. */
const TELLING_CUT = 5

type Rest = Readonly<{ name: ReadName; words: readonly NameWord[] }>

/**
 * How many words of two names pair up, at least one of them letter by letter and its own; 0 when something of the shorter name is
 * left over that is neither an initial that fits nor an end that a bank's field cut off.
 */
export function countPairs(one: string, other: string): number {
  return countReadPairs(readName(one), readName(other))
}

/** The same for names that were taken apart before, as those of a long list are. */
export function countReadPairs(a: ReadName, b: ReadName): number {
  const exact = pairExactly(a, b)
  if (exact.own === 0) return 0
  return Math.max(
    countCovered(exact.left, exact.right, exact.pairs),
    countCovered(exact.right, exact.left, exact.pairs),
  )
}

function pairExactly(a: ReadName, b: ReadName): { own: number; pairs: number; left: Rest; right: Rest } {
  const shared = a.words.filter((word) => b.words.some((other) => other.plain === word.plain))
  const without = (words: readonly NameWord[]) =>
    words.filter((word) => !shared.some((other) => other.plain === word.plain))
  const [aLeft, bLeft] = [without(a.words), without(b.words)]
  const joined = joinedPair(aLeft, bLeft) ?? joinedPair(bLeft, aLeft)
  const unjoined = (words: readonly NameWord[]) => words.filter((word) => !(joined ?? []).includes(word))
  const more = joined === undefined ? 0 : 1
  return {
    own: shared.filter((word) => !word.isTrade).length + more,
    pairs: shared.length + more,
    left: { name: a, words: unjoined(aLeft) },
    right: { name: b, words: unjoined(bLeft) },
  }
}

/** Abdul Rahman is Abdulrahman, and Yar Adua is Yar'Adua. */
function joinedPair(split: readonly NameWord[], joined: readonly NameWord[]): NameWord[] | undefined {
  for (const whole of joined) {
    for (const first of split) {
      const second = split.find((word) => word !== first && first.whole + word.whole === whole.whole)
      if (second !== undefined) return [whole, first, second]
    }
  }
  return undefined
}

/** The pairs when every word of `short` finds its like in `long`, else none. */
function countCovered(short: Rest, long: Rest, exactPairs: number): number {
  const open = [...long.words]
  let near = 0
  for (const word of short.words) {
    const isCut = short.name.cutEnd === word.whole
    const found = open.findIndex(
      (other) => isNearWord(word, other) || (isCut && other.whole.startsWith(word.whole)),
    )
    if (found < 0) return 0
    if (!isCut || word.whole.length >= TELLING_CUT) near += 1
    open.splice(found, 1)
  }
  const pairs = exactPairs + near
  if (near > Math.max(1, pairs - 2)) return 0
  return initialsFit(short.name.initials, open) ? pairs : 0
}

/** As many initials must begin a word that is open as there are words for them: Adaeze C. is not Adaeze Blessing. */
function initialsFit(initials: readonly string[], open: readonly NameWord[]): boolean {
  const fitting = initials.filter((initial) => open.some((word) => word.whole.startsWith(initial)))
  return fitting.length >= Math.min(initials.length, open.length)
}
