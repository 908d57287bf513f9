import { openChainedFile } from '../../shared/journal/chained-file.ts'
import { holdAlone } from '../../shared/journal/hold-alone.ts'
import { orRelease } from '../../shared/journal/or-release.ts'
import { createJournalIndex, type JournalIndex } from './journal-index.ts'
import type { Intent, IntentRecord, JournalRecord, LockName, Signed, Sweep } from './journal-record.ts'

/** An intent, and the bytes where some were signed for it. */
export type PastIntent = Readonly<{ intent: IntentRecord; signed: Signed | undefined }>

export type Journal = Pick<
  JournalIndex,
  | 'lanes'
  | 'nextLock'
  | 'creditUsed'
  | 'spent'
  | 'paidToNewcomer'
  | 'sweptLately'
  | 'openedLately'
  | 'lastAtMs'
> &
  Readonly<{
    head(): Readonly<{ count: number; hash: string }>
    /** The newest first. */
    ofLock(lock: LockName): PastIntent[]
    /** The first payment on each of its locks, the newest first. */
    ofRight(right: string): IntentRecord[]
    /** The lock that a transfer was last signed for on. */
    lockOfTransfer(transferId: string): LockName | undefined
    /** Counts from now on, and returns its number; it is on the disk when `commit` has returned, and only then may be signed. */
    add(intent: Intent | Sweep): number
    commit(): void
    /** For the same bytes again. On the disk with the next commit: nobody was given them before. */
    keepSigned(signed: readonly Signed[]): void
    page(after: number, most: number): JournalRecord[]
    close(): Promise<void>
  }>

/**
 * What was ever signed, in a file of the signer's own outside the database: after a restore it is the only one who remembers. One
 * process at a time may have it.
 */
export async function openJournal(path: string): Promise<Journal> {
  const release = await holdAlone(path)
  const index = createJournalIndex()
  const unwritten = new Map<number, JournalRecord>()
  const file = await orRelease(release, () =>
    openChainedFile(path, (line, n, offset) => index.addLine(line, n, offset)),
  )
  const add = (fields: Intent | Signed | Sweep): number => {
    const { line, offset } = file.add(fields)
    const record = line as JournalRecord
    unwritten.set(record.n, record)
    index.add(record, offset)
    return record.n
  }
  const flush = (sync: boolean): void => {
    file.flush({ sync })
    unwritten.clear()
  }
  const read = (n: number): JournalRecord =>
    unwritten.get(n) ?? (file.read(index.offsetOf(n)) as JournalRecord)
  const readIntent = (n: number): IntentRecord => read(n) as IntentRecord

  return {
    ...index,
    head: file.head,
    ofLock: (lock) =>
      index.ofLock(lock).map((n) => {
        const by = index.signedBy(n)
        return { intent: readIntent(n), signed: by === 0 ? undefined : (read(by) as JournalRecord & Signed) }
      }),
    ofRight: (right) => index.ofRight(right).map(readIntent),
    lockOfTransfer(transferId) {
      const n = index.ofTransfer(transferId)
      const intent = n === 0 ? undefined : readIntent(n)
      return intent?.transfer_id === transferId ? intent.lock : undefined
    },
    add,
    commit: () => flush(true),
    keepSigned(signed) {
      for (const one of signed) add(one)
      flush(false)
    },
    page(after, most) {
      const last = Math.min(file.head().count, after + most)
      return Array.from({ length: Math.max(0, last - after) }, (_none, place) => read(after + 1 + place))
    },
    close: async () => {
      file.close()
      await release()
    },
  }
}
