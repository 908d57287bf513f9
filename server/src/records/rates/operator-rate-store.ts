import { formatDecimal } from '../../kernel/money/decimal.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { OperatorRate } from './judge-pair.ts'
import type { Pair } from './pair.ts'
import { fromNumeric } from './rate-columns.ts'

export async function insertOperatorRate(
  sql: Sql,
  rate: OperatorRate & Readonly<{ id: string; actor: string; approvedBy: string; reason: string }>,
): Promise<void> {
  await sql.query(
    `insert into operator_rate (id, pair, bid, ask, actor, approved_by, reason, set_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      rate.id,
      rate.pair,
      formatDecimal(rate.bid),
      formatDecimal(rate.ask),
      rate.actor,
      rate.approvedBy,
      rate.reason,
      rate.setAt,
      rate.expiresAt,
    ],
  )
}

/** For each pair, the newest that an operator set, unless it has expired: then none, not the one before. */
export async function selectOperatorRates(sql: Sql, now: Date): Promise<OperatorRate[]> {
  const { rows } = await sql.query<{ pair: Pair; bid: string; ask: string; setAt: Date; expiresAt: Date }>(
    `select * from (
       select distinct on (pair) pair, bid, ask, set_at as "setAt", expires_at as "expiresAt"
       from operator_rate where set_at <= $1 order by pair, set_at desc, id desc) newest
     where "expiresAt" > $1`,
    [now],
  )
  return rows.map((row) => ({ ...row, bid: fromNumeric(row.bid), ask: fromNumeric(row.ask) }))
}
