import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { JournalBroken } from './chained-file.ts'

export type JournalCopy = Readonly<{
  /** The journal is durable up to this size. Copies what is new, without making the caller wait. */
  follow(size: number): void
  /** Since when the copy lacks records, in milliseconds since 1970. Undefined while it lacks none. */
  behindSince(): number | undefined
  close(): Promise<void>
}>

/** What to tell operators: the copy fails, or has every record again. */
export type TellOfCopy = (line: Readonly<{ level: 'error' | 'info'; msg: string; error?: string }>) => void

const CHUNK = 1 << 20
const RETRY_MS = 1_000

/**
 * Keeps a copy of the journal at a second place, such as a mount of another machine. Records are copied as soon as they are durable in the
 * journal, so the copy is never ahead of it. If the copy fails, the journal goes on: it is complete, and the copy catches up when its place
 * works again.
 */
export function createJournalCopy(
  journal: string,
  path: string,
  tell: TellOfCopy,
  retryMs = RETRY_MS,
): JournalCopy {
  let isCompared = compare(journal, path)
  let wanted = 0
  let copied = 0
  let behind: number | undefined
  let told: string | undefined
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const catchUp = async (): Promise<void> => {
    isCompared ||= compare(journal, path)
    const from = await open(journal, 'r')
    try {
      const to = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
      try {
        copied = (await to.stat()).size
        while (copied < wanted) copied += await copyPart(from, to, copied, wanted)
      } finally {
        await to.close()
      }
    } finally {
      await from.close()
    }
  }
  const run = async (): Promise<void> => {
    try {
      await catchUp()
      // Records that came while the files were closed.
      if (copied < wanted) {
        timer = setTimeout(start, 0)
        return
      }
      behind = undefined
      if (told !== undefined) tell({ level: 'info', msg: 'the copy of the journal has every record again' })
      told = undefined
    } catch (error) {
      const { message } = error as Error
      if (told !== message)
        tell({ level: 'error', msg: 'the journal is not copied; look at the second place', error: message })
      told = message
      if (!isClosed) timer = setTimeout(start, retryMs).unref()
    } finally {
      running = undefined
    }
  }
  const start = (): void => {
    timer = undefined
    running ??= run()
  }
  return {
    follow(size) {
      wanted = size
      if (copied >= wanted) return
      behind ??= Date.now()
      if (timer === undefined) start()
    },
    behindSince: () => behind,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Returns how many bytes are now durable in the copy. */
async function copyPart(from: FileHandle, to: FileHandle, start: number, end: number): Promise<number> {
  const bytes = Buffer.allocUnsafe(Math.min(CHUNK, end - start))
  const { bytesRead } = await from.read(bytes, 0, bytes.length, start)
  const { bytesWritten } = await to.write(bytes, 0, bytesRead, start)
  await to.datasync()
  return bytesWritten
}

/**
 * Throws if the copy is not the beginning of the journal. A longer copy knows records that the journal does not have: the journal is then an
 * older state, and to go on with it could pay twice. Returns false if the second place is away, which is no reason not to start.
 */
function compare(journal: string, path: string): boolean {
  const copy = openIfThere(path)
  if (copy === undefined) return false
  const original = openSync(journal, constants.O_RDONLY | constants.O_CREAT, 0o600)
  try {
    const [size, copied] = [fstatSync(original).size, fstatSync(copy).size]
    if (copied > size)
      throw new JournalBroken(
        `${path} has ${copied - size} bytes more than ${journal}: the journal is an older state. Put the newest copy in its place, and start again`,
      )
    const [one, other] = [Buffer.alloc(CHUNK), Buffer.alloc(CHUNK)]
    for (let at = 0; at < copied; ) {
      const length = readSync(copy, one, 0, Math.min(CHUNK, copied - at), at)
      readSync(original, other, 0, length, at)
      if (!one.subarray(0, length).equals(other.subarray(0, length)))
        throw new JournalBroken(
          `${path} is not a copy of ${journal}: it differs within ${length} bytes after byte ${at}. Name another file, and keep this one`,
        )
      at += length
    }
    return true
  } finally {
    closeSync(original)
    closeSync(copy)
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY)
  } catch {
    return undefined
  }
}
