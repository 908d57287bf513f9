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
import { type CreditShare, creditKeys } from '../../shared/money/judge-credit.ts'
import {
  type Intent,
  type IntentRecord,
  isIntent,
  isSweep,
  type JournalRecord,
  type LockName,
  laneKey,
  lockKey,
  type Signed,
  type Sweep,
  type SweepRecord,
} from './journal-record.ts'

/** An intent, and the bytes that were signed for it, if any. */
export type PastIntent = Readonly<{ intent: IntentRecord; signed: Signed | undefined }>

export type Journal = Omit<
  JournalIndex,
  | 'add'
  | 'addLine'
  | 'addDecisions'
  | 'addMembers'
  | 'addBalances'
  | 'addEpoch'
  | 'signedBy'
  | 'ofLock'
  | 'ofRight'
  | 'ofTransfer'
> &
  Omit<RecordFile<Intent | Sweep, JournalRecord>, 'keep' | 'read'> &
  Readonly<{
    /** Returns the intents of a lock, newest first. */
    ofLock(lock: LockName): PastIntent[]
    /** Returns the first payment on each lock of a right, newest first. */
    ofRight(right: string): IntentRecord[]
    /** Returns the lock on which a transfer was last signed. */
    lockOfTransfer(transferId: string): LockName | undefined
    /** Keeps signed bytes, so that a repeated request gets the same ones. The next commit makes them durable. */
    keepSigned(signed: readonly Signed[]): void
    /** Records verified decisions on the disk. */
    noteDecisions(record: DecisionsRecord): void
    /** Records what was learned about members, on the disk. */
    noteMembers(record: MembersRecord): void
    /** Keeps what was added up. Does not wait for the disk, because a lost record only leads to another addition. */
    keepBalances(record: BalancesRecord): void
    /** Keeps an epoch of the database on the disk. */
    noteEpoch(record: EpochRecord): void
  }>

type LaneName = Omit<LockName, 'lock'>

type JournalIndex = ReturnType<typeof createJournalIndex>

/**
 * Opens the journal of everything that was ever signed. The signer keeps it in its own file outside the database: after a restore, only
 * this file still contains all of it. Only one process at a time may open it.
 */
export async function openJournal(path: string, copyTo?: CopyOptions): Promise<Journal> {
  const index = createJournalIndex()
  const records = await openRecordFile<
    Intent | Signed | Sweep | DecisionsRecord | MembersRecord | BalancesRecord | EpochRecord,
    JournalRecord
  >(path, index, copyTo)
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
    noteDecisions(record) {
      records.add(record)
      records.commit()
    },
    noteMembers(record) {
      records.add(record)
      records.commit()
    },
    keepBalances: (record) => records.keep([record]),
    noteEpoch(record) {
      records.add(record)
      records.commit()
    },
  }
}

/** Positions in the journal and sums over it. The content of a record stays in the file. */
function createJournalIndex() {
  const signedBy = createNumberColumn()
  const earlierOnLock = createNumberColumn()
  const earlierOfRight = createNumberColumn()
  /** For an intent: 1 if it or an earlier one on its lock is a payment. */
  const pays = createNumberColumn()
  const locks = createFingerprints()
  const rights = createFingerprints()
  const transfers = createFingerprints()
  const credits = createCreditBook()
  const spending = createSpending()
  const newcomers = createNewcomers()
  /** Counts of sweeps, not amounts. */
  const sweeps = createSpending()
  const openings = createSpending()
  const decisions = createDecisionBook()
  const members = createMemberBook()
  const balances = createBalanceBook()
  const epochs = createEpochBook()
  const lanes = new Map<string, { name: LaneName; next: bigint }>()
  let lastAtMs = 0

  const addIntent = (record: IntentRecord): void => {
    const { n, lock, action, right, to } = record
    const atMs = Date.parse(record.at)
    lastAtMs = Math.max(lastAtMs, atMs)
    keepNext(lock)
    const earlier = locks.set(lockKey(lock), n)
    earlierOnLock.set(n, earlier)
    transfers.set(record.transfer_id, n)
    const paysAlready = pays.get(earlier) === 1
    pays.set(n, action === 'pay' || paysAlready ? 1 : 0)
    if (action === 'cancel' || paysAlready) return
    // Only the first payment on a lock counts. A bump repeats it and moves no more tokens.
    const before = rights.set(right, n)
    earlierOfRight.set(n, before)
    const minor = BigInt(record.tokens_minor)
    spending.add(laneKey(lock), atMs, minor)
    newcomers.add(walletKey(lock, to), atMs, minor)
    if (before !== 0) return
    for (const credit of record.credits)
      credits.add(creditKeys(lock.mode, credit), BigInt(credit.amount_minor))
  }

  const addSweep = ({ sweep }: SweepRecord): void => {
    const atMs = Date.parse(sweep.at)
    lastAtMs = Math.max(lastAtMs, atMs)
    const counted = sweep.opening === true ? openings : sweeps
    counted.add(laneKey(sweep), atMs, 1n)
  }

  const keepNext = ({ lock, ...name }: LockName): void => {
    const next = BigInt(lock) + 1n
    const known = lanes.get(laneKey(name))
    if (known === undefined || known.next < next) lanes.set(laneKey(name), { name, next })
  }

  return {
    ...decisions,
    ...members,
    ...balances,
    ...epochs,
    add(record: JournalRecord): void {
      if (isIntent(record)) addIntent(record)
      else if (isSweep(record)) addSweep(record)
      else if (isDecisionsRecord(record)) decisions.addDecisions(record)
      else if (isMembersRecord(record)) members.addMembers(record)
      else if (isBalancesRecord(record)) balances.addBalances(record)
      else if (isEpochRecord(record)) epochs.addEpoch(record)
      else signedBy.set(record.of, record.n)
    },
    /**
     * Adds a record that was read from the file. Half of the lines are signed bytes. Of these, only the number of the intent is needed
     * here.
     */
    addLine(line: Buffer, n: number): void {
      const signed = /^\{"n":[0-9]+,"of":([0-9]+),/.exec(line.toString('latin1', 0, 48))
      if (signed !== null) {
        signedBy.set(Number(signed[1]), n)
        return
      }
      const record = JSON.parse(line.toString()) as
        | IntentRecord
        | SweepRecord
        | DecisionsRecord
        | MembersRecord
        | BalancesRecord
        | EpochRecord
      if (isDecisionsRecord(record)) decisions.addDecisions(record)
      else if (isMembersRecord(record)) members.addMembers(record)
      else if (isBalancesRecord(record)) balances.addBalances(record)
      else if (isEpochRecord(record)) epochs.addEpoch(record)
      else if (isSweep(record)) addSweep(record)
      else addIntent(record)
    },
    /** Returns the number of the record with the signed bytes of an intent; 0 if there is none. */
    signedBy: (n: number): number => signedBy.get(n),
    /** Returns the numbers of the intents of a lock, newest first. */
    ofLock: (lock: LockName): number[] => follow(locks.get(lockKey(lock)), earlierOnLock.get),
    /** Returns the numbers of the first payments on each lock of a right, newest first. */
    ofRight: (right: string): number[] => follow(rights.get(right), earlierOfRight.get),
    /** Returns the number of the newest intent of a transfer; 0 if there is none. */
    ofTransfer: (transferId: string): number => transfers.get(transferId),
    lanes: () => [...lanes.values()].map(({ name, next }) => ({ ...name, nextLock: next })),
    nextLock: (lane: LaneName): bigint => lanes.get(laneKey(lane))?.next ?? 0n,
    creditUsed: (mode: string, credit: CreditShare): bigint => credits.used(creditKeys(mode, credit)),
    spent: (lane: LaneName, atMs: number) => spending.spent(laneKey(lane), atMs),
    /** Returns the amount that a wallet was paid so far on its first day; undefined if its first day is over. */
    paidToNewcomer: (lane: LaneName, to: string, atMs: number): bigint | undefined =>
      newcomers.paidSoFar(walletKey(lane, to), atMs),
    sweptLately: (sweeper: LaneName, atMs: number): bigint => sweeps.spent(laneKey(sweeper), atMs).hour,
    openedLately: (sweeper: LaneName, atMs: number): bigint => openings.spent(laneKey(sweeper), atMs).hour,
    lastAtMs: (): number => lastAtMs,
  }
}

function walletKey({ mode, network }: LaneName, to: string): string {
  return `${mode}:${network}:${to}`
}

function follow(start: number, earlier: (n: number) => number): number[] {
  const found: number[] = []
  for (let n = start; n !== 0; n = earlier(n)) found.push(n)
  return found
}
