import { hash } from 'node:crypto'

// A line is one JSON object whose last field is the hash of everything before that field, and whose last but one names the
// line before: `{"n":1,…,"prev":"…","hash":"…"}`.
const TAIL_START = ',"hash":"'
const TAIL_LENGTH = TAIL_START.length + 64 + '"}'.length

export const FIRST_PREV = '0'.repeat(64)

export class JournalBroken extends Error {
  override name = 'JournalBroken'
}

export function writeLine(n: number, fields: object, prev: string): { text: string; hash: string } {
  const body = JSON.stringify({ n, ...fields, prev }).slice(0, -1)
  const sum = hash('sha256', body)
  return { text: `${body}${TAIL_START}${sum}"}\n`, hash: sum }
}

/** Reads a line (without its end) that must be number `n` and follow `prev`. */
export function readLine(
  line: Buffer,
  n: number,
  prev: string,
): Readonly<{ n: number; prev: string; hash: string }> {
  const body = line.subarray(0, Math.max(0, line.length - TAIL_LENGTH))
  const tail = line.toString('latin1', body.length)
  const sum = hash('sha256', body)
  if (tail !== `${TAIL_START}${sum}"}`)
    throw new JournalBroken(`record ${n} was changed: its hash is another`)
  const record: { n: number; prev: string; hash: string } = JSON.parse(line.toString('utf8'))
  if (record.n !== n || record.prev !== prev) {
    throw new JournalBroken(`record ${n} does not follow the one before: something is missing, or was put in`)
  }
  return record
}
