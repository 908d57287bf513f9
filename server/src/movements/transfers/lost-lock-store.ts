import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** Tokens that arrived somewhere before a restore, and whose buy nobody has asked for again. */
export type LostLock = Readonly<{
  laneId: string
  mode: Mode
  network: NetworkName
  number: number
  lock: bigint
  /** What the right was called: '<business>/<mode>/<reference>/<purpose>/<leg>'. */
  rightKey: string
  address: string
  tokensMinor: bigint
  /** The business it was for, if we still have it. */
  businessId: string | null
  businessName: string | null
  adoptedAt: Date
}>

export async function selectLostLocks(sql: Sql): Promise<LostLock[]> {
  const { rows } = await sql.query<
    Omit<LostLock, 'lock' | 'tokensMinor'> & { lock: string; tokensMinor: string }
  >(
    `select a.lane_id as "laneId", l.mode, l.network, l.number, a.lock, a.right_key as "rightKey", a.address,
       a.tokens_minor as "tokensMinor", b.id as "businessId", b.name as "businessName", a.adopted_at as "adoptedAt"
     from adopted_lock a join lane l on l.id = a.lane_id left join business b on b.id::text = split_part(a.right_key, '/', 1)
     where a.state = 'waiting' and a.end_state = 'final_ok' and a.tokens_minor > 0 and a.written_off_at is null
     order by l.mode, l.network, l.number, a.lock`,
  )
  return rows.map((row) => ({ ...row, lock: BigInt(row.lock), tokensMinor: BigInt(row.tokensMinor) }))
}
