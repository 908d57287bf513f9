import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'

/** One of our wallets, as operators see it. */
export type LaneOverview = Readonly<{
  id: string
  mode: Mode
  network: NetworkName
  number: number
  address: string
  state: 'active' | 'draining' | 'halted'
  haltedBecause: string | null
  /** Abandoned permanently. */
  isAbandoned: boolean
  /** The lane's current shortage, such as `float` or `gas`. Its deliveries wait for it. */
  shortOf: string | null
  /** Balance in the ledger. */
  floatMinor: bigint
  /** Balance on the chain when last read; null before the first read. */
  tokensMinor: bigint | null
  gasUnits: bigint | null
  readAt: Date | null
  waitingCount: number
  waitingMinor: bigint
  outCount: number
  /** When the oldest transfer in flight was opened. */
  outSince: Date | null
}>

type OverviewRow = Omit<LaneOverview, 'floatMinor' | 'tokensMinor' | 'gasUnits' | 'waitingMinor'> & {
  floatMinor: string
  tokensMinor: string | null
  gasUnits: string | null
  waitingMinor: string
}

export async function selectLanes(sql: Sql): Promise<LaneOverview[]> {
  const { rows } = await sql.query<OverviewRow>(
    `select l.id, l.mode, l.network, l.number, l.address, l.state, l.halted_because as "haltedBecause",
       l.abandoned_at is not null as "isAbandoned", l.short_of as "shortOf",
       coalesce(b.amount_minor::numeric, 0) as "floatMinor", l.tokens_minor as "tokensMinor", l.gas_units as "gasUnits",
       l.read_at as "readAt", d.count as "waitingCount", d.tokens as "waitingMinor", f.count as "outCount", f.since as "outSince"
     from lane l
     left join balance b on b.owner = l.network || ':' || l.number and b.kind = 'float' and b.asset = 'NGNC' and b.mode = l.mode
     cross join lateral (
       select count(*)::integer as count, coalesce(sum(d.tokens_minor::numeric), 0) as tokens from delivery d where d.lane_id = l.id) d
     cross join lateral (
       select count(*)::integer as count, min(f.opened_at) as since from transfer f
       where f.lane_id = l.id and f.state in ('reserved', 'signed')) f
     order by l.mode, l.network, l.number`,
  )
  return rows.map((row) => ({
    ...row,
    floatMinor: BigInt(row.floatMinor),
    tokensMinor: row.tokensMinor === null ? null : BigInt(row.tokensMinor),
    gasUnits: row.gasUnits === null ? null : BigInt(row.gasUnits),
    waitingMinor: BigInt(row.waitingMinor),
  }))
}

/** Formats the name as operators write it: `test:Polygon:1`. */
export function formatLane({
  mode,
  network,
  number,
}: Pick<LaneOverview, 'mode' | 'network' | 'number'>): string {
  return `${mode}:${network}:${number}`
}

/** Refuses a top-up that would book more in a lane than its chain shows. The commit that books it checks again. */
export async function requireTopUpRoom(
  sql: Sql,
  lane: Pick<LaneOverview, 'id' | 'mode' | 'network' | 'number'>,
  { tokensMinor, gasUnits, at }: Readonly<{ tokensMinor: bigint; gasUnits: bigint; at: Date }>,
): Promise<void> {
  const { rows } = await sql.query<{ problem: string | null }>(
    'select top_up_problem($1, $2, $3, $4) as problem',
    [lane.id, tokensMinor, gasUnits, at],
  )
  const problem = rows[0]?.problem ?? null
  if (problem === null) return
  throw new Refusal(
    'lane_not_funded',
    `${formatLane(lane)}: ${problem}. Fund the wallet first, wait until outgoing transfers are final, and check with "npx afara ops lanes".`,
  )
}

type DeliveryRoom = Readonly<{
  /** Whether one of our wallets accepts new transfers on the network. */
  isActive: boolean
  /** The largest free balance of one of them, after the amounts already promised. */
  roomMinor: bigint
  /** Whether the address belongs to us. */
  isOwn: boolean
}>

export async function readDeliveryRoom(
  sql: Sql,
  mode: Mode,
  { network, address }: Readonly<{ network: string; address: string }>,
): Promise<DeliveryRoom> {
  const { rows } = await sql.query<{ is_active: boolean; room: string; is_own: boolean }>(
    'select is_active, room_minor::text as room, is_own from delivery_room($1, $2, $3)',
    [mode, network, address],
  )
  const [row] = rows
  return {
    isActive: row?.is_active === true,
    roomMinor: BigInt(row?.room ?? '0'),
    isOwn: row?.is_own === true,
  }
}
