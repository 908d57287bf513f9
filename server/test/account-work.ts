import type { Sql } from '../src/kernel/postgres/pool.ts'

// A check of an account does both in statements that do more (`read_matching`, `close_account_look`).

/** Books the credits of an account that a vendor sent to settle what it owes us. Returns how many. Idempotent. */
export async function settleFromVendors(sql: Sql, accountId: string, at: Date): Promise<number> {
  const { rows } = await sql.query<{ count: number }>({
    name: 'settle_from_vendors',
    text: 'select settle_from_vendors($1, $2) as count',
    values: [accountId, at],
  })
  return rows[0]?.count ?? 0
}

/** Takes back credits whose recall waited for a transfer in flight, once that transfer has ended. Returns how many. Idempotent. */
export async function takeBackWaiting(sql: Sql, accountId: string, at: Date): Promise<number> {
  const { rows } = await sql.query<{ taken: number }>({
    name: 'take_back_waiting',
    text: 'select take_back_waiting($1, $2) as taken',
    values: [accountId, at],
  })
  return rows[0]?.taken ?? 0
}
