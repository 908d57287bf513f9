import type { Sql } from '../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../kernel/postgres/rows.ts'
import type { HeldLane, Lane } from './lane-store.ts'
import { type SignedRow, type SignedTransfer, toSigned } from './transfer-store.ts'

/** What a round of work in a lane begins with. */
export type LaneRound = HeldLane &
  Readonly<{
    /** Signed transfers that have not ended, by lock. */
    sent: readonly SignedTransfer[]
  }>

type LaneRow = SnakeRow<Omit<Lane, 'id' | 'nextLock' | 'out'>> & {
  fence: string
  next_lock: string
  signed: number
  sent: SignedRow<string>[] | null
}

const MOST_WATCHED = 200

/**
 * Takes or renews the lease of a lane, and reads the lane. Undefined while another worker holds the lane. A renewal keeps the fence, and is
 * written only after a third of the lease.
 */
export async function holdLane(
  sql: Sql,
  { laneId, holder, at, leaseMs }: Readonly<{ laneId: string; holder: string; at: Date; leaseMs: number }>,
): Promise<LaneRound | undefined> {
  const { rows } = await sql.query<LaneRow>({
    name: 'hold_lane',
    text: `select fence, mode, network, number, address, state, next_lock, is_checked, is_frozen, may_be_frozen, due, unsigned, signed,
        has_adopted, sent
      from hold_lane($1, $2, $3, $4, $5)`,
    values: [laneId, holder, at, leaseMs, MOST_WATCHED],
  })
  if (rows[0] === undefined) return undefined
  const { fence, nextLock, signed, sent, ...lane } = toCamel(rows[0])
  return {
    fence,
    lane: { ...lane, id: laneId, nextLock: BigInt(nextLock), out: signed },
    sent: (sent ?? []).map(toSigned),
  }
}
