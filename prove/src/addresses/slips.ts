import type { Random } from '../fuzz/random.ts'

/** Returns the address with one typing error. */
export type Slip = (address: string, random: Random, spelling: Spelling) => string

export type Spelling = Readonly<{
  /** Characters of the network's alphabet. Addresses with other characters are never accepted. */
  alphabet: string
  /** Number of leading characters that all addresses share. */
  prefix: number
  /** Returns an address of another family of networks. */
  others: () => string
}>

// Characters that humans and text recognition confuse.
const twins: Readonly<Record<string, string>> = {
  '0': 'O',
  O: '0',
  o: '0',
  '1': 'l',
  l: '1',
  I: 'l',
  '5': 'S',
  S: '5',
  '2': 'Z',
  Z: '2',
  '8': 'B',
  B: '8',
  '6': 'b',
  b: '6',
  G: '6',
  u: 'v',
  v: 'u',
  V: 'U',
  U: 'V',
  E: 'F',
  F: 'E',
}
// Characters that look the same but differ: Cyrillic, full width and invisible ones.
const strangers: Readonly<Record<string, string>> = {
  a: 'а',
  A: 'А',
  c: 'с',
  C: 'С',
  e: 'е',
  E: 'Е',
  B: 'В',
  '0': '０',
  '3': 'З',
  x: 'х',
  M: 'М',
  T: 'Т',
}
const INVISIBLE = '\u200b'

export const slips: Readonly<Record<string, Slip>> = {
  changed: (address, random, spelling) => change(address, random, spelling),
  'two changed characters': (address, random, spelling) =>
    change(change(address, random, spelling), random, spelling),
  swapped: (address, random, { prefix }) => {
    const place = random.between(prefix, address.length - 2)
    return splice(address, place, 2, address.charAt(place + 1) + address.charAt(place))
  },
  dropped: (address, random, { prefix }) =>
    splice(address, random.between(prefix, address.length - 1), 1, ''),
  doubled: (address, random, { prefix }) => {
    const place = random.between(prefix, address.length - 1)
    return splice(address, place, 0, address.charAt(place))
  },
  'one letter in the other case': (address, random, { prefix }) => {
    const place = random.between(prefix, address.length - 1)
    return splice(address, place, 1, otherCase(address.charAt(place)))
  },
  'all in one case': (address, random) => (random.oneIn(2) ? address.toUpperCase() : address.toLowerCase()),
  'similar character': (address, random, { prefix }) => exchange(address, random, prefix, twins),
  'foreign or invisible character': (address, random, { prefix }) =>
    random.oneIn(4)
      ? splice(address, random.between(prefix, address.length - 1), 0, INVISIBLE)
      : exchange(address, random, prefix, strangers),
  'address of another network': (_, __, { others }) => others(),
  // Keeps the first and last four characters, which are the ones that humans compare.
  'same beginning and end': (address, random, { alphabet, prefix }) => {
    const [first, last] = [prefix + 4, address.length - 4]
    return address.slice(0, first) + random.text(last - first, alphabet) + address.slice(last)
  },
}

function change(address: string, random: Random, { alphabet, prefix }: Spelling): string {
  return splice(address, random.between(prefix, address.length - 1), 1, random.text(1, alphabet))
}

/** Replaces the first character, from a random place on, that has a look-alike. */
function exchange(
  address: string,
  random: Random,
  prefix: number,
  looks: Readonly<Record<string, string>>,
): string {
  const from = random.between(prefix, address.length - 1)
  for (let step = 0; step < address.length - prefix; step += 1) {
    const place = prefix + ((from - prefix + step) % (address.length - prefix))
    const other = looks[address.charAt(place)]
    if (other !== undefined) return splice(address, place, 1, other)
  }
  return address
}

function otherCase(character: string): string {
  return character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase()
}

function splice(text: string, place: number, length: number, by: string): string {
  return text.slice(0, place) + by + text.slice(place + length)
}
