import { openChainedFile } from '../../shared/journal/chained-file.ts'
import { holdAlone } from '../../shared/journal/hold-alone.ts'
import { orRelease } from '../../shared/journal/or-release.ts'
import { createPayerIndex, type Known, type PayerIndex } from './payer-index.ts'
import type { Heard, IntentRecord, PayerRecord, SendIntent } from './payer-record.ts'

/** A reference that a bank was asked to pay under, and what was heard of it. */
export type SentReference = Readonly<{ intent: IntentRecord; known: Known }>

export type PayerJournal = Pick<
  PayerIndex,
  'sourceUsed' | 'spent' | 'paidToNewcomer' | 'sameSentAt' | 'lastAtMs'
> &
  Readonly<{
    head(): Readonly<{ count: number; hash: string }>
    ofReference(reference: string): SentReference | undefined
    /** Everything that was sent for the same, the newest first. */
    ofDebt(right: string): SentReference[]
    /** Counts from now on, and returns its number; it is on the disk when `commit` has returned, and only then may be sent. */
    add(intent: SendIntent): number
    commit(): void
    /** Not waited for: what is lost of this makes us ask again, and never send. */
    hear(heard: readonly Heard[]): void
    page(after: number, most: number): PayerRecord[]
    close(): Promise<void>
  }>

/**
 * What banks were ever asked to pay, in a file of the payer's own outside the database: after a restore only it and the banks remember. One
 * process at a time may have it.
 */
export async function openPayerJournal(path: string): Promise<PayerJournal> {
  const release = await holdAlone(path)
  const index = createPayerIndex()
  const unwritten = new Map<number, PayerRecord>()
  const file = await orRelease(release, () =>
    openChainedFile(path, (line, _n, offset) => index.add(JSON.parse(line.toString('utf8')), offset)),
  )
  const add = (fields: SendIntent | Heard): number => {
    const { line, offset } = file.add(fields)
    const record = line as PayerRecord
    unwritten.set(record.n, record)
    index.add(record, offset)
    return record.n
  }
  const flush = (sync: boolean): void => {
    file.flush({ sync })
    unwritten.clear()
  }
  const read = (n: number): PayerRecord => unwritten.get(n) ?? (file.read(index.offsetOf(n)) as PayerRecord)
  const readSent = (n: number): SentReference => ({ intent: read(n) as IntentRecord, known: index.known(n) })

  return {
    ...index,
    head: file.head,
    ofReference: (reference) => {
      const n = index.ofReference(reference)
      return n === 0 ? undefined : readSent(n)
    },
    ofDebt: (right) => index.ofDebt(right).map(readSent),
    add,
    commit: () => flush(true),
    hear(heard) {
      if (heard.length === 0) return
      for (const one of heard) add(one)
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
