import type { Chained } from '../../shared/journal/record-file.ts'
import type { CreditShare } from '../../shared/money/judge-credit.ts'

/** One lock of one lane. */
export type LockName = Readonly<{ mode: string; network: string; address: string; lock: string }>

/** What is about to be signed, written down before. */
export type Intent = Readonly<{
  at: string
  lock: LockName
  action: 'pay' | 'cancel'
  /** `<business>/<mode>/<reference>/<purpose>/<leg>`: the same after the database was lost and the buy came again. */
  right: string
  transaction_id: string
  right_id: string
  transfer_id: string
  to: string
  tokens_minor: string
  credits: readonly CreditShare[]
  digest: string
}>

/** What was signed: the number of its intent, and the bytes. */
export type Signed = Readonly<{ of: number; raw: string; tx_hash: string }>

/** That deposit addresses are about to be swept or opened. The bytes are not kept: a sweep too many costs gas and moves nothing. */
export type Sweep = Readonly<{
  sweep: Readonly<{
    at: string
    mode: string
    network: string
    address: string
    nonce: string
    salts: number
    /** Accounts were opened at them, where it is there. */
    opening?: true
    digest: string
  }>
}>

export type IntentRecord = Intent & Chained
export type SweepRecord = Sweep & Chained
export type JournalRecord = IntentRecord | (Signed & Chained) | SweepRecord

export function isIntent(record: JournalRecord): record is IntentRecord {
  return 'lock' in record
}

export function isSweep(record: JournalRecord): record is SweepRecord {
  return 'sweep' in record
}

export function laneKey({ mode, network, address }: Omit<LockName, 'lock'>): string {
  return `${mode}:${network}:${address}`
}

export function lockKey(lock: LockName): string {
  return `${laneKey(lock)}#${lock.lock}`
}
