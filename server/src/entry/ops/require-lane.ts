import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { formatLane } from '../../movements/transfers/lane-name.ts'
import { type LaneOverview, selectLanes } from '../../movements/transfers/lane-overview-store.ts'

/** The lane that somebody named as we print it, in whatever case. */
export async function requireLane(sql: Sql, name: string): Promise<LaneOverview> {
  const lane = (await selectLanes(sql)).find((one) => formatLane(one).toLowerCase() === name.toLowerCase())
  if (lane !== undefined) return lane
  throw new Refusal(
    'lane_unknown',
    `There is no lane "${name}": copy its name (such as test:Polygon:1) from "npx afara ops lanes".`,
  )
}
