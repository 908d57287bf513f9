import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { RailCost } from '../../records/fees/plan-loss.ts'
import type { CollectionRails } from './collection-rail.ts'

/** Stores what our rails declare, so that the books and the operators know when each vendor settles and what it costs. */
export async function declareRails(sql: Sql, rails: CollectionRails, at: Date): Promise<void> {
  for (const mode of ['live', 'test'] as const) {
    const terms = rails[mode].map(({ vendor, traits: { settles, cost } }) => ({
      vendor,
      settles,
      millionths: String(cost.millionths),
      fixed_minor: String(cost.fixedMinor),
      most_minor: String(cost.mostMinor),
    }))
    await sql.query('select declare_rails($1, $2, $3)', [mode, JSON.stringify(terms), at])
  }
}

/** Returns what each vendor of a mode declares that a payment costs. */
export async function listRailCosts(sql: Sql, mode: Mode): Promise<readonly RailCost[]> {
  const { rows } = await sql.query<{ vendor: string; millionths: number; fixed: string; most: string }>(
    `select vendor, millionths, fixed_minor::text as fixed, most_minor::text as most from current_rail where mode = $1 order by vendor`,
    [mode],
  )
  return rows.map(({ vendor, millionths, fixed, most }) => ({
    vendor,
    millionths: BigInt(millionths),
    fixedMinor: BigInt(fixed),
    mostMinor: BigInt(most),
  }))
}
