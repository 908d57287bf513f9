import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../kernel/postgres/rows.ts'

/** A move of our own money between two of our own accounts, decided by two operators. */
export type TreasuryMove = Readonly<{
  /** Id of the case that decided the move. */
  id: string
  mode: Mode
  kind: 'naira' | 'tokens'
  from: string
  to: string
  amountMinor: bigint
  state: 'expected' | 'in_transit' | 'done' | 'cancelled'
  decidedAt: Date
  hasLeft: boolean
  hasArrived: boolean
}>

/** Returns the open moves and the newest ended ones. */
export async function selectMoves(sql: Sql): Promise<readonly TreasuryMove[]> {
  const { rows } = await sql.query<SnakeRow<Omit<TreasuryMove, 'amountMinor'>> & { amount_minor: string }>(
    `select m.id, m.mode, m.kind, coalesce(v.account_number, m.mode || ':' || f.network || ':' || f.number) as "from",
       coalesce(a.mode || ':' || a.vendor || ':' || a.name, m.mode || ':' || t.network || ':' || t.number) as "to", m.amount_minor, m.state,
       m.decided_at, m.debit_line_id is not null or m.kind = 'tokens' and m.state = 'done' as has_left,
       m.credit_line_id is not null or m.kind = 'tokens' and m.state = 'done' as has_arrived
     from treasury_move m
     left join vendor_account v on v.id = m.from_account left join payout_account a on a.id = m.to_account
     left join lane f on f.id = m.from_lane left join lane t on t.id = m.to_lane
     order by m.state in ('done', 'cancelled'), m.id desc limit 50`,
  )
  return rows.map(toCamel).map((move) => ({ ...move, amountMinor: BigInt(move.amountMinor) }))
}

/** Returns false if some part of the move was already seen, or if it has ended. */
export async function cancelMove(
  sql: Sql,
  { id, by, reason, at }: Readonly<{ id: string; by: string; reason: string; at: Date }>,
): Promise<boolean> {
  const { rows } = await sql.query<{ done: boolean }>('select cancel_move($1, $2, $3, $4) as done', [
    id,
    by,
    reason,
    at,
  ])
  return rows[0]?.done ?? false
}

/** Books the token moves that the chain shows. Returns how many. */
export async function settleTokenMoves(sql: Sql, at: Date): Promise<number> {
  const { rows } = await sql.query<{ done: number }>('select settle_token_moves($1) as done', [at])
  return rows[0]?.done ?? 0
}
