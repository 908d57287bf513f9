import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'

/** What is looked for. Every known name and reference contains its word, which nothing else does; numbers are compared one by one. */
export type Wanted = Readonly<{ words: readonly string[]; numbers: ReadonlySet<string> }>

/** One find, with a little of what is around it. */
export type Found = Readonly<{ where: string; what: string; around: string }>

const OVERLAP = 200
const CHUNK = 4_194_304
const TEN_DIGITS = /(?<![0-9])[0-9]{10}(?![0-9])/g

/** Returns every known text in a piece of bytes or text, in capitals or not. */
export function searchText(where: string, text: string, { words, numbers }: Wanted): Found[] {
  const found: Found[] = []
  const note = (what: string, at: number): void => {
    const around = text.slice(Math.max(0, at - 60), at + 60).replaceAll(/[^\x20-\x7e]/g, '.')
    found.push({ where, what, around })
  }
  const lower = text.toLowerCase()
  for (const word of words)
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1)) note(word, at)
  if (numbers.size > 0)
    for (const { 0: number, index } of text.matchAll(TEN_DIGITS)) if (numbers.has(number)) note(number, index)
  return found
}

/**
 * Searches files, whatever their form. Returns what was found and how many bytes were read. It reads without waiting in between: on a busy
 * machine thousands of small files would take a quarter of an hour.
 */
export function searchFiles(
  files: readonly string[],
  wanted: Wanted,
): Readonly<{ found: readonly Found[]; bytes: number }> {
  const found: Found[] = []
  const chunk = Buffer.allocUnsafe(CHUNK)
  let bytes = 0
  for (const path of files) {
    const file = openIfThere(path)
    if (file === undefined) continue
    let tail = ''
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      const text = tail + chunk.toString('latin1', 0, size)
      bytes += size
      found.push(...searchText(path, text, wanted))
      // The end of one piece and the start of the next may share a text. It is then counted once or twice, and never missed.
      tail = text.slice(-OVERLAP)
    }
    closeSync(file)
  }
  return { found, bytes }
}

/** The processes are running, and remove files that they no longer need. */
function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Returns all files below a folder whose path passes. */
export function filesBelow(folder: string, isWanted: (path: string) => boolean = () => true): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(isWanted)
}
