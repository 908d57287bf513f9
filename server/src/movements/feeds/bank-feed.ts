import type { Mode } from '../../kernel/mode.ts'
import type { BankLine, UnreadableLine } from './bank-line.ts'

/** That something may have happened. Nothing of it is believed but what the re-read confirms. */
export type HookHint = Readonly<{
  accountNumber?: string
  /** What `reread` needs; the same event told twice has the same key. */
  key: string
  /** Kept as json: what only the notification says. */
  detail: unknown
}>

export type HookReading =
  | { kind: 'hints'; hints: readonly HookHint[] }
  /** Genuine, not about money in. */
  | { kind: 'ignored' }
  | { kind: 'forged' }
  | { kind: 'unreadable' }

export type Reread =
  | { kind: 'found'; lines: readonly BankLine[]; unreadable: readonly UnreadableLine[] }
  | { kind: 'not_found' }
  | { kind: 'unavailable'; why: string }

export type FeedPage = Readonly<{
  lines: readonly BankLine[]
  unreadable: readonly UnreadableLine[]
  cursor: string | undefined
  hasMore: boolean
}>

export type HookOutcome = 'taken' | 'known' | 'forged' | 'unreadable' | 'busy'

export interface BankFeed {
  readonly vendor: string
  readonly source: string
  readHook(headers: Readonly<Record<string, string | string[] | undefined>>, body: Buffer): HookReading
  /** The body and status a vendor wants as an answer (Providus reads it). */
  hookReply(outcome: HookOutcome, reading: HookReading, body: Buffer): { status: number; body: unknown }
  /** Never throws because the vendor failed: that is `unavailable`. */
  reread(hint: HookHint, signal: AbortSignal): Promise<Reread>
  /** Absent where the vendor has no list. Throws FeedUnavailable when the vendor cannot be asked. */
  list?(
    account: { accountNumber: string },
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<FeedPage>
}

/** The vendor cannot be asked now; what was read before stands, and the cursor has not moved. */
export class FeedUnavailable extends Error {
  override readonly name = 'FeedUnavailable'
}

/** The feeds there are, by mode and vendor. An account of one mode is never asked about at the other's. */
export type BankFeeds = Readonly<Record<Mode, ReadonlyMap<string, BankFeed>>>
