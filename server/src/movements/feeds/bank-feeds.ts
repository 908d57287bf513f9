import type { Mode } from '../../kernel/mode.ts'
import type { BankFeed } from './bank-feed.ts'

/** The feeds there are, by mode and vendor. An account of one mode is never asked about at the other's. */
export type BankFeeds = Readonly<Record<Mode, ReadonlyMap<string, BankFeed>>>
