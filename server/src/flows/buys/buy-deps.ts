import type { Pool } from '../../kernel/postgres/pool.ts'
import type { Screen } from '../../records/screening/screen.ts'
import type { Cleared, Clearing } from '../../records/transactions/clearing-store.ts'
import type { SendNudge } from '../advance/send-nudges.ts'

/** What it takes to drive a buy. */
export type BuyDeps = Readonly<{
  pool: Pool
  screen: Screen
  nudge: SendNudge
  /** Clears one buy, perhaps together with others that wait for the same. */
  clear: (clearing: Clearing) => Promise<Cleared>
}>
