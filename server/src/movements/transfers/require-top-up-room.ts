import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { formatLane } from './lane-name.ts'
import type { LaneOverview } from './lane-overview-store.ts'

/** Refuses what would let the books of a lane have more than its chain shows. It is asked again in the commit that books it. */
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
    `${formatLane(lane)}: ${problem}. Bring it to the wallet first, let what is out arrive, and look with "npx afara ops lanes".`,
  )
}
