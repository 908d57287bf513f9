import { closeSync, fstatSync, mkdirSync, openSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { dirname } from 'node:path'
import { type Head, JournalBroken, openChainedFile } from './chained-file.ts'
import { createNumberColumn } from './compact-maps.ts'
import { createJournalCopy, type JournalCopy, type TellOfCopy } from './journal-copy.ts'

export type Chained = Readonly<{ n: number; prev: string; hash: string }>

/** Keeps the searchable part of the records in memory. Their content stays in the file. */
type RecordIndex<Kept> = Readonly<{
  add(record: Kept): void
  /** Adds a record that was read from the file. */
  addLine(line: Buffer, n: number): void
}>

export type RecordFile<Fields, Kept> = Readonly<{
  head(): Head
  /** The last record that is safely on the disk, even if the machine fails. */
  durable(): Head
  /** Adds a record, which counts at once, and returns its number. It may be acted upon only after `commit` has put it on the disk. */
  add(fields: Fields): number
  commit(): void
  /** Adds records that the next commit makes durable. */
  keep(all: readonly Fields[]): void
  read(n: number): Kept
  page(after: number, most: number): Kept[]
  /** Since when the copy at the second place lacks records, in milliseconds since 1970. Undefined while it lacks none. */
  copyBehindSince(): number | undefined
  close(): Promise<void>
}>

/** A second place for the records of a journal. Undefined path: none. */
export type CopyOptions = Readonly<{ path: string | undefined; tell: TellOfCopy }>

/** Opens a journal for this process only, and passes every line of it to the index. */
export async function openRecordFile<Fields extends object, Kept extends Chained>(
  path: string,
  index: RecordIndex<Kept>,
  copyTo?: CopyOptions,
): Promise<RecordFile<Fields, Kept>> {
  const unlock = await lockFile(path)
  const offsets = createNumberColumn()
  const unwritten = new Map<number, Kept>()
  let copy: JournalCopy | undefined
  const file = await orUnlock(unlock, () => {
    // Before the file is opened, because that cuts off an incomplete record.
    if (copyTo?.path !== undefined) copy = createJournalCopy(path, copyTo.path, copyTo.tell)
    return openChainedFile(path, (line, n, offset) => {
      offsets.set(n, offset)
      index.addLine(line, n)
    })
  })
  copy?.follow(file.durableSize())
  const add = (fields: Fields): number => {
    const { line, offset } = file.add(fields)
    const record = line as Kept
    unwritten.set(record.n, record)
    offsets.set(record.n, offset)
    index.add(record)
    return record.n
  }
  const flush = (sync: boolean): void => {
    file.flush({ sync })
    unwritten.clear()
    copy?.follow(file.durableSize())
  }
  const read = (n: number): Kept => unwritten.get(n) ?? (file.read(offsets.get(n)) as Kept)
  return {
    head: file.head,
    durable: file.durable,
    add,
    commit: () => flush(true),
    keep(all) {
      for (const one of all) add(one)
      flush(false)
    },
    read,
    page(after, most) {
      const last = Math.min(file.head().count, after + most)
      return Array.from({ length: Math.max(0, last - after) }, (_none, place) => read(after + 1 + place))
    },
    copyBehindSince: () => copy?.behindSince(),
    close: async () => {
      await copy?.close()
      file.close()
      await unlock()
    },
  }
}

/**
 * Locks a file for this process until the process ends, however it ends: the lock is the name of an abstract Linux socket, which the kernel
 * releases. The lock has no effect on other machines. A process there is detected when it writes to the journal.
 */
async function lockFile(path: string): Promise<() => Promise<void>> {
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, 'a', 0o600)
  const { dev, ino } = fstatSync(file)
  closeSync(file)
  const server = createServer((socket) => socket.destroy())
  await listen(server, `\0afara-journal-${dev}-${ino}`, path)
  server.unref()
  return async () =>
    new Promise((resolve) => {
      server.close(() => resolve())
    })
}

async function listen(server: Server, name: string, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new JournalBroken(`another process has ${path} open`) : error),
    )
    server.listen(name, resolve)
  })
}

/** Releases the lock if the work fails. */
async function orUnlock<T>(unlock: () => Promise<void>, work: () => T): Promise<T> {
  try {
    return work()
  } catch (error) {
    await unlock()
    throw error
  }
}
