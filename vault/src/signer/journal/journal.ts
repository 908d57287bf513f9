import { openRecordFile, type RecordFile } from '../../shared/journal/record-file.ts'
import { createJournalIndex, type JournalIndex } from './journal-index.ts'
import type { Intent, IntentRecord, JournalRecord, LockName, Signed, Sweep } from './journal-record.ts'

/** An intent, and the bytes where some were signed for it. */
export type PastIntent = Readonly<{ intent: IntentRecord; signed: Signed | undefined }>

export type Journal = Omit<
  JournalIndex,
  'add' | 'addLine' | 'signedBy' | 'ofLock' | 'ofRight' | 'ofTransfer'
> &
  Omit<RecordFile<Intent | Sweep, JournalRecord>, 'keep' | 'read'> &
  Readonly<{
    /** The newest first. */
    ofLock(lock: LockName): PastIntent[]
    /** The first payment on each of its locks, the newest first. */
    ofRight(right: string): IntentRecord[]
    /** The lock that a transfer was last signed for on. */
    lockOfTransfer(transferId: string): LockName | undefined
    /** For the same bytes again. On the disk with the next commit: nobody was given them before. */
    keepSigned(signed: readonly Signed[]): void
  }>

/**
 * What was ever signed, in a file of the signer's own outside the database: after a restore it is the only one who remembers. One
 * process at a time may have it.
 */
export async function openJournal(path: string): Promise<Journal> {
  const index = createJournalIndex()
  const records = await openRecordFile<Intent | Signed | Sweep, JournalRecord>(path, index)
  const readIntent = (n: number): IntentRecord => records.read(n) as IntentRecord
  return {
    ...index,
    ...records,
    ofLock: (lock) =>
      index.ofLock(lock).map((n) => {
        const by = index.signedBy(n)
        const signed = by === 0 ? undefined : (records.read(by) as JournalRecord & Signed)
        return { intent: readIntent(n), signed }
      }),
    ofRight: (right) => index.ofRight(right).map(readIntent),
    lockOfTransfer(transferId) {
      const n = index.ofTransfer(transferId)
      const intent = n === 0 ? undefined : readIntent(n)
      return intent?.transfer_id === transferId ? intent.lock : undefined
    },
    keepSigned: records.keep,
  }
}
