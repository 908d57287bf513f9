import type { Sql } from '../../kernel/postgres/pool.ts'

/** The number of the turn, or undefined while another worker's is not over. */
export async function takeRateTurn(
  sql: Sql,
  turn: Readonly<{ at: Date; turnMs: number }>,
): Promise<bigint | undefined> {
  const { rows } = await sql.query<{ number: string | null }>('select take_rate_turn($1, $2) as number', [
    turn.at,
    turn.turnMs,
  ])
  const number = rows[0]?.number
  return number == null ? undefined : BigInt(number)
}

/** Keeps the turn until the caller's transaction ends. False when it has passed to another worker. */
export async function holdRateTurn(sql: Sql, number: bigint): Promise<boolean> {
  const { rows } = await sql.query<{ held: boolean }>('select hold_rate_turn($1) as held', [
    number.toString(),
  ])
  return rows[0]?.held === true
}
