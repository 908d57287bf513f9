import type { Pool } from '../../kernel/postgres/pool.ts'
import type { NameEnquiry } from '../../movements/payouts/name-enquiry.ts'
import type { Screen } from '../../records/screening/screen.ts'
import type { ClearedSell, SellClearing } from '../../records/transactions/clearing/sell-clearing-store.ts'
import type { SendNudge } from '../advance/send-nudges.ts'

/** What it takes to drive a sell. */
export type SellDeps = Readonly<{
  pool: Pool
  screen: Screen
  names: NameEnquiry
  nudge: SendNudge
  /** Clears one sell, perhaps together with others that wait for the same. */
  clear: (clearing: SellClearing) => Promise<ClearedSell>
}>
