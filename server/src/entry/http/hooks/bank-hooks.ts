import type { Mode } from '../../../kernel/mode.ts'
import type { BankFeed } from '../../../movements/feeds/bank-feed.ts'

/** Where one vendor's notifications come in, in one mode. */
export type BankHook = Readonly<{
  feed: BankFeed
  /** Whether notifications may come from this address; true where no networks are set. */
  mayComeFrom(address: string): boolean
}>

export type BankHooks = Readonly<Record<Mode, ReadonlyMap<string, BankHook>>>
