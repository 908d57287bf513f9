import type { Random } from '../random.ts'

const tokens = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '0',
  '-',
  '.',
  'e',
  'null',
  'true',
  '\\u0000',
  '\\ud800',
  ' ',
  '\n',
  '9999999999',
  '\u00e9',
  '\0',
]

/** Makes a few random changes: flips, removes, inserts, doubles or swaps bytes. */
export function mutate(bytes: Buffer, random: Random): Buffer {
  let changed: Buffer = Buffer.from(bytes)
  for (let changes = random.between(1, 4); changes > 0; changes -= 1)
    changed = random.pick(mutations)(changed, random)
  return changed
}

const mutations: ReadonlyArray<(bytes: Buffer, random: Random) => Buffer> = [
  (bytes, random) => {
    const at = random.below(bytes.length + 1)
    return replace(bytes, at, at + 1, Buffer.from([(bytes[at] ?? 0) ^ (1 << random.below(8))]))
  },
  (bytes, random) => replace(bytes, ...span(bytes, random), Buffer.alloc(0)),
  (bytes, random) => {
    const at = random.below(bytes.length + 1)
    return replace(bytes, at, at, Buffer.from(random.pick(tokens)))
  },
  (bytes, random) => {
    const [from, to] = span(bytes, random)
    return replace(bytes, to, to, bytes.subarray(from, to))
  },
  (bytes, random) => {
    const at = random.below(bytes.length + 1)
    return replace(bytes, at, at + 1, Buffer.from([random.below(256)]))
  },
  (bytes, random) => {
    const [from, to] = span(bytes, random)
    return replace(bytes, from, to, Buffer.from(bytes.subarray(from, to).toReversed()))
  },
]

function span(bytes: Buffer, random: Random): [from: number, to: number] {
  const from = random.below(bytes.length + 1)
  return [from, Math.min(bytes.length, from + random.between(1, random.oneIn(4) ? 60 : 6))]
}

function replace(bytes: Buffer, from: number, to: number, by: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)])
}
