import type { Pool } from '../../kernel/postgres/pool.ts'
import type { Screen } from '../../records/screening/screen.ts'
import type { SendNudge } from '../advance/send-nudges.ts'

/** What it takes to drive a buy. */
export type BuyDeps = Readonly<{ pool: Pool; screen: Screen; nudge: SendNudge }>
