import type { Clock } from '../../kernel/clock/clock.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { readPayoutRoom } from './payout-overview-store.ts'

/** Naira that can still be paid out, in addition to the amounts already promised to sells. */
export type PayoutRoom = Readonly<{ of(mode: Mode): Promise<bigint> }>

const ROOM_TTL_MS = 2_000

/** Reads at most every two seconds. Sells accepted in between may slightly exceed the room and then wait. */
export function createPayoutRoom({ pool, clock }: Readonly<{ pool: Pool; clock: Clock }>): PayoutRoom {
  const known = new Map<Mode, Readonly<{ room: Promise<bigint>; until: number }>>()
  return {
    of: async (mode) => {
      const now = clock.now().getTime()
      const last = known.get(mode)
      if (last !== undefined && now < last.until) return last.room
      const room = readPayoutRoom(pool, mode)
      known.set(mode, { room, until: now + ROOM_TTL_MS })
      // A read that failed is repeated at once.
      room.catch(() => known.delete(mode))
      return room
    },
  }
}
