import type { Mode } from '../../kernel/mode.ts'
import type { BankLine, UnreadableLine } from './bank-line.ts'

/** A sign that something may have happened. We believe only what the re-read confirms. */
export type HookHint = Readonly<{
  accountNumber?: string
  /** Identifies the event for `reread`. A repeated notification has the same key. */
  key: string
  /** Data that only the notification contains. Stored as JSON. */
  detail: unknown
}>

export type HookReading =
  | { kind: 'hints'; hints: readonly HookHint[] }
  /** Genuine, but not about incoming money. */
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
  /** Returns the status and body that the vendor expects as an answer. Providus reads it. */
  hookReply(outcome: HookOutcome, reading: HookReading, body: Buffer): { status: number; body: unknown }
  /** Does not throw when the vendor fails: returns `unavailable`. */
  reread(hint: HookHint, signal: AbortSignal): Promise<Reread>
  /** Absent if the vendor has no list. Throws FeedUnavailable when the vendor cannot be reached. */
  list?(
    account: { accountNumber: string },
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<FeedPage>
}

/** The vendor cannot be reached now. Lines that were read before remain, and the cursor has not moved. */
export class FeedUnavailable extends Error {
  override readonly name = 'FeedUnavailable'
}

/** All feeds, by mode and vendor. An account is read only through feeds of its own mode. */
export type BankFeeds = Readonly<Record<Mode, ReadonlyMap<string, BankFeed>>>
