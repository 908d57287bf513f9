import type { BalancesRecord } from '../../shared/balances/balance-book.ts'
import type { DecisionsRecord } from '../../shared/decisions/decision-book.ts'
import type { EpochRecord } from '../../shared/epochs/epoch-book.ts'
import type { Chained } from '../../shared/journal/record-file.ts'
import type { MembersRecord } from '../../shared/members/member-book.ts'
import type { CreditShare } from '../../shared/money/judge-credit.ts'

/** One lock of one lane. */
export type LockName = Readonly<{ mode: string; network: string; address: string; lock: string }>

/** A transfer or cancel, recorded before it is signed. */
export type Intent = Readonly<{
  at: string
  lock: LockName
  action: 'pay' | 'cancel'
  /** `<business>/<mode>/<reference>/<purpose>/<leg>`. Stays the same if the database is lost and the buy is submitted again. */
  right: string
  transaction_id: string
  right_id: string
  transfer_id: string
  to: string
  tokens_minor: string
  credits: readonly CreditShare[]
  digest: string
}>

/** Signed bytes, with the number of their intent. */
export type Signed = Readonly<{ of: number; raw: string; tx_hash: string }>

/** A sweep or opening of deposit addresses, recorded before it is signed. The bytes are not kept: an extra sweep only costs gas. */
export type Sweep = Readonly<{
  sweep: Readonly<{
    at: string
    mode: string
    network: string
    address: string
    nonce: string
    salts: number
    /** Present if accounts were opened at these addresses. */
    opening?: true
    digest: string
  }>
}>

export type IntentRecord = Intent & Chained
export type SweepRecord = Sweep & Chained
export type JournalRecord =
  | IntentRecord
  | (Signed & Chained)
  | SweepRecord
  | (DecisionsRecord & Chained)
  | (MembersRecord & Chained)
  | (BalancesRecord & Chained)
  | (EpochRecord & Chained)

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
