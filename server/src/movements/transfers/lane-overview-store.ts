import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** A wallet of ours as people look at it. */
export type LaneOverview = Readonly<{
  id: string
  mode: Mode
  network: NetworkName
  number: number
  address: string
  state: 'active' | 'draining' | 'halted'
  haltedBecause: string | null
  /** Given up for ever. */
  isAbandoned: boolean
  /** What it lacks for what waits. */
  shortOf: string | null
  /** In the books. */
  floatMinor: bigint
  /** On the chain, as it was read last; null before that. */
  tokensMinor: bigint | null
  gasUnits: bigint | null
  readAt: Date | null
  waitingCount: number
  waitingMinor: bigint
  outCount: number
  /** When the oldest that is out was opened. */
  outSince: Date | null
}>

type Row = Omit<LaneOverview, 'floatMinor' | 'tokensMinor' | 'gasUnits' | 'waitingMinor'> & {
  floatMinor: string
  tokensMinor: string | null
  gasUnits: string | null
  waitingMinor: string
}

export async function selectLanes(sql: Sql): Promise<LaneOverview[]> {
  const { rows } = await sql.query<Row>(
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
