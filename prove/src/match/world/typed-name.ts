import type { Random } from '../../fuzz/random.ts'
import { LETTERS } from '../../fuzz/random.ts'
import { titles } from './names.ts'
import type { Person } from './person.ts'

/** Ways to write a name, with their number in a thousand honest claims. */
const ways = {
  asTheBank: 330,
  givenFirst: 260,
  withoutMiddle: 270,
  titled: 50,
  middleInitial: 50,
  misspelt: 20,
  givenInitial: 6,
  oneWord: 4,
  none: 10,
} as const

type Way = keyof typeof ways

/** Returns the name that a customer types, which is rarely the bank's. Null means that the business did not ask for it. */
export function typeName(random: Random, person: Person): string | null {
  return write[drawWay(random)](person, random)
}

const write: Readonly<Record<Way, (person: Person, random: Random) => string | null>> = {
  asTheBank: ({ surname, given, middle }) => join(surname, given, middle),
  givenFirst: ({ surname, given, middle }) => proper(join(given, middle, surname)),
  withoutMiddle: ({ surname, given }) => proper(join(given, surname)),
  titled: ({ surname, given }, random) => `${random.pick(titles)} ${proper(join(given, surname))}`,
  middleInitial: ({ surname, given, middle }) =>
    proper(join(given, middle && `${middle.charAt(0)}.`, surname)),
  misspelt: ({ surname, given }, random) => proper(join(misspell(given, random), surname)),
  givenInitial: ({ surname, given }) => proper(join(`${given.charAt(0)}.`, surname)),
  oneWord: ({ given }) => proper(given),
  none: () => null,
}

function drawWay(random: Random): Way {
  const all = Object.entries(ways) as [Way, number][]
  let left = random.below(all.reduce((sum, [, weight]) => sum + weight, 0))
  for (const [way, weight] of all) {
    left -= weight
    if (left < 0) return way
  }
  return 'asTheBank'
}

function join(...words: (string | null)[]): string {
  return words.filter((word) => word !== null).join(' ')
}

function proper(name: string): string {
  return name.toLowerCase().replace(/(^|\s)[a-z]/g, (letter) => letter.toUpperCase())
}

/** Changes, removes or doubles one letter, but never the first. */
function misspell(word: string, random: Random): string {
  const place = random.between(1, word.length - 1)
  const letter = random.pick(['', random.text(1, LETTERS).toUpperCase(), word.charAt(place).repeat(2)])
  return word.slice(0, place) + letter + word.slice(place + 1)
}
