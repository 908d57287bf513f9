import { noteReading } from '../../movements/transfers/lane-store.ts'
import { openTransfers } from '../../movements/transfers/transfer-store.ts'
import type { LaneDeps } from './lane-deps.ts'
import type { LaneNow } from './lane-now.ts'
import { signPayments } from './sign-payments.ts'

/** How many were opened, and how many of them are still without bytes. */
export type Opened = Readonly<{ opened: number; unsigned: number }>

/** Opens what is due of the lane's list, as far as float, tokens and gas reach, and has it signed and sent. */
export async function openDeliveries(deps: LaneDeps, now: LaneNow, at: Date): Promise<Opened> {
  const { pool, times } = deps
  const { lane, chain, reading, terms } = now
  const { tokensMinor, gasUnits } = reading
  // Also where nothing waits: people see it, and may book no more than it shows.
  await noteReading(pool, now, { tokensMinor, gasUnits, gasEachUnits: chain.mostCost(terms), at })
  const room = Math.min(times.batch, times.mostOut - lane.out, reading.room)
  if (lane.due === 0 || room <= 0) return { opened: 0, unsigned: 0 }
  const opened = await openTransfers(pool, now, room, at)
  const unsigned = opened.length === 0 ? 0 : await signPayments(deps, now, opened)
  return { opened: opened.length, unsigned }
}
