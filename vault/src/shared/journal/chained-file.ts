import { hash } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

export type Head = Readonly<{ count: number; hash: string }>

type Line = Readonly<{ n: number; prev: string; hash: string }>

type ChainedFile = Readonly<{
  head(): Head
  /** The last record that is safely on the disk, even if the machine fails. */
  durable(): Head
  /** Its size up to that record, in bytes. */
  durableSize(): number
  /** Gives a record its number and offset. The next `flush` writes it. */
  add(fields: object): Readonly<{ line: Line; offset: number }>
  /** Writes the added records; durable only with `sync`. Throws if another process wrote to the file, and after any failure. */
  flush(options: { sync: boolean }): void
  read(offset: number): Line
  close(): void
}>

export class JournalBroken extends Error {
  override name = 'JournalBroken'
}

const CHUNK = 1 << 20
// A line is one JSON object. Its first field is its number. Its last two fields are the hash of the previous line and the hash of
// everything before that field: `{"n":1,…,"prev":"…","hash":"…"}`. So a chain is verified without parsing the records.
const HASH_START = ',"hash":"'
const HASH_LENGTH = HASH_START.length + 64 + '"}'.length
const FIRST_PREV = '0'.repeat(64)

/**
 * Opens an append-only file of chained lines and verifies all of it. The last line may be incomplete: its write was never confirmed and
 * nothing was done with it, so it is cut off. Any other error throws.
 */
export function openChainedFile(
  path: string,
  onLine: (line: Buffer, n: number, offset: number) => void,
): ChainedFile {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, 0o600)
  let count = 0
  let last = FIRST_PREV
  let end = scan(file, (line, offset) => {
    last = verifyLine(line, count + 1, last)
    count += 1
    onLine(line, count, offset)
  })
  if (fstatSync(file).size > end) ftruncateSync(file, end)
  fsyncSync(file)
  syncFolder(path)
  let durable: Head = { count, hash: last }
  let durableSize = end
  let written = end
  let waiting: string[] = []
  let broken: Error | undefined

  return {
    head: () => ({ count, hash: last }),
    durable: () => durable,
    durableSize: () => durableSize,
    add(fields) {
      if (broken !== undefined) throw broken
      const { text, hash } = writeLine(count + 1, fields, last)
      const line = { n: count + 1, ...fields, prev: last, hash }
      const offset = end
      waiting.push(text)
      count += 1
      last = hash
      end += Buffer.byteLength(text)
      return { line, offset }
    },
    flush({ sync }) {
      if (broken !== undefined) throw broken
      try {
        requireSize(file, written)
        writeWhole(file, Buffer.from(waiting.join('')))
        if (sync) fsyncSync(file)
        requireSize(file, end)
        written = end
        waiting = []
        if (!sync) return
        durable = { count, hash: last }
        durableSize = end
      } catch (error) {
        // It is unknown what is on the disk now. The next start of the process reads the file again.
        broken = error as Error
        throw error
      }
    },
    read: (offset) => parse(readLineAt(file, offset)),
    close: () => closeSync(file),
  }
}

/** Calls `onLine` for each complete line and returns where the last one ends. The bytes of a line are valid until the callback returns. */
function scan(file: number, onLine: (line: Buffer, offset: number) => void): number {
  const bytes = Buffer.allocUnsafe(CHUNK)
  let offset = 0
  for (let kept = 0; ; ) {
    if (kept === CHUNK) throw new JournalBroken('the journal has a record that is too long')
    const size = readSync(file, bytes, kept, CHUNK - kept, offset + kept)
    if (size === 0) return offset
    const filled = bytes.subarray(0, kept + size)
    let start = 0
    for (let stop = filled.indexOf(10); stop !== -1; stop = filled.indexOf(10, start)) {
      onLine(filled.subarray(start, stop), offset + start)
      start = stop + 1
    }
    kept = filled.copy(bytes, 0, start)
    offset += start
  }
}

function readLineAt(file: number, offset: number): Buffer {
  for (let size = 4096; size <= CHUNK; size *= 4) {
    const bytes = Buffer.alloc(size)
    const found = bytes.subarray(0, readSync(file, bytes, 0, size, offset)).indexOf(10)
    if (found !== -1) return bytes.subarray(0, found)
  }
  throw new JournalBroken('the journal has no record at this position')
}

function parse(line: Buffer): Line {
  return JSON.parse(line.toString('utf8'))
}

/**
 * Throws if another process wrote to the file. A second writer would be a second signer, and two signers could use one lock for two
 * transfers.
 */
function requireSize(file: number, size: number): void {
  if (fstatSync(file).size !== size)
    throw new JournalBroken('the journal file has an unexpected size: another process writes to it')
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
}

/** A new file is durable only after its folder is synced. */
function syncFolder(path: string): void {
  const folder = openSync(dirname(path), constants.O_RDONLY)
  fsyncSync(folder)
  closeSync(folder)
}

function writeLine(n: number, fields: object, prev: string): { text: string; hash: string } {
  const body = JSON.stringify({ n, ...fields, prev }).slice(0, -1)
  const sum = hash('sha256', body)
  return { text: `${body}${HASH_START}${sum}"}\n`, hash: sum }
}

/** Returns the hash of a line, given without its line break. The line must have number `n` and follow `prev`. */
function verifyLine(line: Buffer, n: number, prev: string): string {
  const bodyLength = Math.max(0, line.length - HASH_LENGTH)
  const sum = hash('sha256', line.subarray(0, bodyLength))
  if (line.toString('latin1', bodyLength) !== `${HASH_START}${sum}"}`) {
    throw new JournalBroken(`record ${n} was changed: its hash differs`)
  }
  const start = `{"n":${n},`
  const end = `,"prev":"${prev}"`
  if (
    line.toString('latin1', 0, start.length) !== start ||
    line.toString('latin1', bodyLength - end.length, bodyLength) !== end
  ) {
    throw new JournalBroken(
      `record ${n} does not follow the previous one: a record is missing or was inserted`,
    )
  }
  return sum
}
