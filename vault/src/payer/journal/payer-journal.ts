import { openRecordFile, type RecordFile } from '../../shared/journal/record-file.ts'
import { createPayerIndex, type Known, type PayerIndex } from './payer-index.ts'
import type { Heard, IntentRecord, PayerRecord, SendIntent } from './payer-record.ts'

/** A reference that a bank was asked to pay under, and what was heard of it. */
export type SentReference = Readonly<{ intent: IntentRecord; known: Known }>

export type PayerJournal = Omit<PayerIndex, 'add' | 'addLine' | 'known' | 'ofReference' | 'ofDebt'> &
  Omit<RecordFile<SendIntent, PayerRecord>, 'keep' | 'read'> &
  Readonly<{
    ofReference(reference: string): SentReference | undefined
    /** Everything that was sent for the same, the newest first. */
    ofDebt(right: string): SentReference[]
    /** Not waited for: what is lost of this makes us ask again, and never send. */
    hear(heard: readonly Heard[]): void
  }>

/**
 * What banks were ever asked to pay, in a file of the payer's own outside the database: after a restore only it and the banks remember. One
 * process at a time may have it.
 */
export async function openPayerJournal(path: string): Promise<PayerJournal> {
  const index = createPayerIndex()
  const records = await openRecordFile<SendIntent | Heard, PayerRecord>(path, index)
  const readSent = (n: number): SentReference => ({
    intent: records.read(n) as IntentRecord,
    known: index.known(n),
  })
  return {
    ...index,
    ...records,
    ofReference: (reference) => {
      const n = index.ofReference(reference)
      return n === 0 ? undefined : readSent(n)
    },
    ofDebt: (right) => index.ofDebt(right).map(readSent),
    hear: (heard) => {
      if (heard.length > 0) records.keep(heard)
    },
  }
}
