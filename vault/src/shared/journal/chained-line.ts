import { hash } from 'node:crypto'

// A line is one JSON object that begins with its number, and whose last two fields are the hash of the line before and the hash of
// everything before that field: `{"n":1,…,"prev":"…","hash":"…"}`. So a chain is verified without reading what it says.
const HASH_START = ',"hash":"'
const HASH_LENGTH = HASH_START.length + 64 + '"}'.length

export const FIRST_PREV = '0'.repeat(64)

export class JournalBroken extends Error {
  override name = 'JournalBroken'
}

export function writeLine(n: number, fields: object, prev: string): { text: string; hash: string } {
  const body = JSON.stringify({ n, ...fields, prev }).slice(0, -1)
  const sum = hash('sha256', body)
  return { text: `${body}${HASH_START}${sum}"}\n`, hash: sum }
}

/** The hash of a line (given without its end) that must be number `n` and follow `prev`. */
export function verifyLine(line: Buffer, n: number, prev: string): string {
  const bodyLength = Math.max(0, line.length - HASH_LENGTH)
  const sum = hash('sha256', line.subarray(0, bodyLength))
  if (line.toString('latin1', bodyLength) !== `${HASH_START}${sum}"}`) {
    throw new JournalBroken(`record ${n} was changed: its hash is another`)
  }
  const start = `{"n":${n},`
  const end = `,"prev":"${prev}"`
  if (
    line.toString('latin1', 0, start.length) !== start ||
    line.toString('latin1', bodyLength - end.length, bodyLength) !== end
  ) {
    throw new JournalBroken(`record ${n} does not follow the one before: something is missing, or was put in`)
  }
  return sum
}
