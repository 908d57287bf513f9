import {
  type BalancesRecord,
  createBalanceBook,
  isBalancesRecord,
} from '../../shared/balances/balance-book.ts'
import {
  createDecisionBook,
  type DecisionsRecord,
  isDecisionsRecord,
} from '../../shared/decisions/decision-book.ts'
import { createEpochBook, type EpochRecord, isEpochRecord } from '../../shared/epochs/epoch-book.ts'
import { createFingerprints, createNumberColumn } from '../../shared/journal/compact-maps.ts'
import { createCreditBook } from '../../shared/journal/credit-book.ts'
import { type CopyOptions, openRecordFile, type RecordFile } from '../../shared/journal/record-file.ts'
import { createNewcomers, createSpending } from '../../shared/journal/spending.ts'
import { createMemberBook, isMembersRecord, type MembersRecord } from '../../shared/members/member-book.ts'
import type { JournalKeys } from './journal-keys.ts'
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

/** A reference under which a bank was asked to pay, and the bank's answers. */
export type SentReference = Readonly<{ intent: IntentRecord; known: Known }>

export type PayerJournal = Omit<
  PayerIndex,
  'add' | 'addDecisions' | 'addMembers' | 'addBalances' | 'addEpoch' | 'known' | 'ofReference' | 'ofDebt'
> &
  Omit<RecordFile<SendIntent, PayerRecord>, 'keep' | 'read'> &
  Readonly<{
    ofReference(reference: string): SentReference | undefined
    /** Returns everything that was sent for the same debt, newest first. */
    ofDebt(right: string): SentReference[]
    /** Records answers of banks. Does not wait for the disk, because a lost record leads to another query, never to another payment. */
    hear(heard: readonly Heard[]): void
    /** Records verified decisions on the disk. */
    noteDecisions(record: DecisionsRecord): void
    /** Records what was learned about members, on the disk. */
    noteMembers(record: MembersRecord): void
    /** Keeps what was added up. Does not wait for the disk, because a lost record only leads to another addition. */
    keepBalances(record: BalancesRecord): void
    /** Keeps an epoch of the database on the disk. */
    noteEpoch(record: EpochRecord): void
  }>

type PayerIndex = ReturnType<typeof createPayerIndex>

type Said = (typeof SAID)[number]

/** State of a reference that was sent. */
type Known = Readonly<{
  said: Said
  /** Times of the first and the last answer in the current run of "not found"; 0 if the last answer was not "not found". */
  notFoundFromMs: number
  notFoundToMs: number
  lastSentMs: number
}>

/** Possible last answers about a reference. The column `said` stores the position in this list. */
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
 * Opens the journal of all payments that banks were ever asked to make. The payer keeps it in its own file outside the database: after a
 * restore, only this file and the banks still have all of these payments. Only one process at a time may open it. Account numbers are encrypted
 * in the file.
 */
export async function openPayerJournal(
  path: string,
  keys: JournalKeys,
  copyTo?: CopyOptions,
): Promise<PayerJournal> {
  const index = createPayerIndex()
  const file = await openRecordFile<
    SendIntent | Heard | DecisionsRecord | MembersRecord | BalancesRecord | EpochRecord,
    PayerRecord
  >(
    path,
    {
      add: (record) => index.add(keys.open(record)),
      addLine: (line) => index.add(keys.open(JSON.parse(line.toString('utf8')) as PayerRecord)),
    },
    copyTo,
  )
  const records: typeof file = {
    ...file,
    add: (fields) => file.add(keys.seal(fields)),
    keep: (all) => file.keep(all.map(keys.seal)),
    read: (n) => keys.open(file.read(n)),
    page: (after, most) => file.page(after, most).map(keys.open),
  }
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
    noteDecisions: (record) => {
      records.add(record)
      records.commit()
    },
    noteMembers: (record) => {
      records.add(record)
      records.commit()
    },
    keepBalances: (record) => records.keep([record]),
    noteEpoch: (record) => {
      records.add(record)
      records.commit()
    },
  }
}

/** Positions in the payer's journal and sums over it. The content of a record stays in the file. */
function createPayerIndex() {
  const earlierOfDebt = createNumberColumn()
  /** For every intent, the number of the first intent of its reference. The other columns use that number. */
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
  const decisions = createDecisionBook()
  const members = createMemberBook()
  const balances = createBalanceBook()
  const epochs = createEpochBook()
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
    // A repeated reference is already counted.
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
    // If a repeat is refused, this says nothing about the original payment.
    if (word === 'rejected' && heard.of !== first) return
    // `unknown` and `exists` do not replace an earlier answer.
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
    else if (isDecisionsRecord(record)) decisions.addDecisions(record)
    else if (isMembersRecord(record)) members.addMembers(record)
    else if (isBalancesRecord(record)) balances.addBalances(record)
    else if (isEpochRecord(record)) epochs.addEpoch(record)
    else addHeard(record)
  }
  return {
    ...decisions,
    ...members,
    ...balances,
    ...epochs,
    add,
    /** Returns the number of the first intent of a reference; 0 if it was never sent. */
    ofReference: (reference: string): number => references.get(reference),
    known: (first: number): Known => ({
      said: SAID[said.get(first)] ?? 'nothing',
      notFoundFromMs: notFoundFrom.get(first),
      notFoundToMs: notFoundFrom.get(first) === 0 ? 0 : notFoundTo.get(first),
      lastSentMs: lastSent.get(first),
    }),
    /** Returns the numbers of the first intents of all references that were sent for the same debt, newest first. */
    ofDebt: (right: string): number[] => {
      const found: number[] = []
      for (let n = debts.get(debtKey(right)); n !== 0; n = earlierOfDebt.get(n)) found.push(n)
      return found
    },
    sourceUsed: (names: readonly string[]): bigint => sources.used(names),
    spent: (account: string, atMs: number) => spending.spent(account, atMs),
    paidToNewcomer: (beneficiary: string, atMs: number) => newcomers.paidSoFar(beneficiary, atMs),
    /** Returns when the same amount was last sent between the same two accounts; undefined if not recently. */
    sameSentAt: (key: string, atMs: number): number | undefined => recently.get(key, atMs),
    lastAtMs: (): number => lastAtMs,
  }
}

/** Latest time of each key. Times that are not recent are dropped. */
function createRecentTimes() {
  const times = new Map<string, number>()
  return {
    add(key: string, atMs: number): void {
      // The oldest keys are first, because a repeated key moves to the end.
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
