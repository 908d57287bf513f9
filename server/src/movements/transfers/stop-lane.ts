import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'

/**
 * Stops a wallet of ours, in one commit with its line in the audit: halted it sends nothing, draining it finishes what it
 * began. Returns how many deliveries went to another lane; null when it was so already.
 */
export async function stopLane(
  sql: Sql,
  stop: Readonly<{ laneId: string; to: 'draining' | 'halted'; by: string; reason: string; at: Date }>,
): Promise<number | null> {
  try {
    const { rows } = await sql.query<{ moved: number | null }>(
      'select stop_lane($1, $2, $3, $4, $5) as moved',
      [stop.laneId, stop.to, stop.by, stop.reason, stop.at],
    )
    return rows[0]?.moved ?? null
  } catch (error) {
    if ((error as { code?: string }).code !== 'AF001') throw error
    throw new Refusal(
      'lane_move_refused',
      'A lane that is halted is resumed by two operators, or stays halted.',
      {
        cause: error,
      },
    )
  }
}
