import { createFingerprints, createNumberColumn } from '../../shared/journal/compact-maps.ts'
import { createCreditBook } from '../../shared/journal/credit-book.ts'
import { openRecordFile, type RecordFile } from '../../shared/journal/record-file.ts'
import { createNewcomers, createSpending } from '../../shared/journal/spending.ts'
import {
  beneficiaryKey,
  debtKey,
  type Heard,
  type IntentRecord,
  isIntent,
  type PayerRecord,
  type SendIntent,
  sameKey,
  sourceNames,
} from './payer-record.ts'

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

type PayerIndex = ReturnType<typeof createPayerIndex>

type Said = (typeof SAID)[number]

/** What the journal knows of a reference that was sent. */
type Known = Readonly<{
  said: Said
  /** When its run of "not found" began and was last heard; 0 when the last word was another. */
  notFoundFromMs: number
  notFoundToMs: number
  lastSentMs: number
}>

/** What was last said of a reference, as a number in a column. */
const SAID = [
  'nothing',
  'accepted',
  'rejected',
  'exists',
  'unknown',
  'pending',
  'needs_otp',
  'not_found',
  'success',
  'failed',
  'reversed',
] as const

const SAME_PAYMENT_KEPT_MS = 10 * 60_000

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

/** Where things stand in the payer's journal and the sums over it. What a record says stays in the file. */
function createPayerIndex() {
  const earlierOfDebt = createNumberColumn()
  /** Of every intent: the first one of its reference, under which the rest is kept. */
  const firsts = createNumberColumn()
  const said = createNumberColumn()
  const lastSent = createNumberColumn()
  const notFoundFrom = createNumberColumn()
  const notFoundTo = createNumberColumn()
  const references = createFingerprints()
  const debts = createFingerprints()
  const sources = createCreditBook()
  const spending = createSpending()
  const newcomers = createNewcomers()
  const recently = createRecentTimes()
  let lastAtMs = 0

  const addIntent = (record: IntentRecord): void => {
    const atMs = Date.parse(record.at)
    lastAtMs = Math.max(lastAtMs, atMs)
    const known = references.get(record.reference)
    const first = known === 0 ? record.n : known
    firsts.set(record.n, first)
    lastSent.set(first, atMs)
    notFoundFrom.set(first, 0)
    recently.add(sameKey(record), atMs)
    // The same reference again moves nothing that was not counted.
    if (known !== 0) return
    references.set(record.reference, record.n)
    const before = debts.set(debtKey(record.right), record.n)
    earlierOfDebt.set(record.n, before)
    const minor = BigInt(record.amount_minor)
    spending.add(record.account, atMs, minor)
    newcomers.add(beneficiaryKey(record), atMs, minor)
    if (before !== 0) return
    for (const share of record.source) sources.add(sourceNames(share), BigInt(share.amount_minor))
  }

  const addHeard = (heard: Heard): void => {
    const first = firsts.get(heard.of)
    const word = 'outcome' in heard ? heard.outcome : heard.reading
    const atMs = Date.parse(heard.at)
    // That a repetition was refused says nothing about what it repeats.
    if (word === 'rejected' && heard.of !== first) return
    // That the answer got lost takes nothing away from what was said before.
    if (word !== 'unknown' && word !== 'exists') said.set(first, SAID.indexOf(word))
    else if (said.get(first) === 0) said.set(first, SAID.indexOf(word))
    if (word !== 'not_found') notFoundFrom.set(first, 0)
    else {
      if (notFoundFrom.get(first) === 0) notFoundFrom.set(first, atMs)
      notFoundTo.set(first, atMs)
    }
  }

  const add = (record: PayerRecord): void => {
    if (isIntent(record)) addIntent(record)
    else addHeard(record)
  }
  return {
    add,
    addLine: (line: Buffer): void => add(JSON.parse(line.toString('utf8'))),
    /** The number of the first intent of a reference; 0 when it was never sent. */
    ofReference: (reference: string): number => references.get(reference),
    known: (first: number): Known => ({
      said: SAID[said.get(first)] ?? 'nothing',
      notFoundFromMs: notFoundFrom.get(first),
      notFoundToMs: notFoundFrom.get(first) === 0 ? 0 : notFoundTo.get(first),
      lastSentMs: lastSent.get(first),
    }),
    /** Numbers of the first sends of everything that was sent for the same, the newest first. */
    ofDebt: (right: string): number[] => {
      const found: number[] = []
      for (let n = debts.get(debtKey(right)); n !== 0; n = earlierOfDebt.get(n)) found.push(n)
      return found
    },
    sourceUsed: (names: readonly string[]): bigint => sources.used(names),
    spent: (account: string, atMs: number) => spending.spent(account, atMs),
    paidToNewcomer: (beneficiary: string, atMs: number) => newcomers.paidSoFar(beneficiary, atMs),
    /** When the same amount was last sent to the same account from the same account of ours; undefined when not lately. */
    sameSentAt: (key: string, atMs: number): number | undefined => recently.get(key, atMs),
    lastAtMs: (): number => lastAtMs,
  }
}

/** When something was last done, as long as that is not long ago. */
function createRecentTimes() {
  const times = new Map<string, number>()
  return {
    add(key: string, atMs: number): void {
      // The oldest stand first, because a key that comes again goes to the end.
      times.delete(key)
      times.set(key, atMs)
      for (const [old, time] of times) {
        if (time > atMs - SAME_PAYMENT_KEPT_MS) return
        times.delete(old)
      }
    },
    get(key: string, atMs: number): number | undefined {
      const time = times.get(key)
      return time !== undefined && time > atMs - SAME_PAYMENT_KEPT_MS ? time : undefined
    },
  }
}
