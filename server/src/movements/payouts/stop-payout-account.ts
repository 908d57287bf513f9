import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'

/** Stops an account of ours, in one commit with its line in the audit. False when it was so already. */
export async function stopPayoutAccount(
  sql: Sql,
  stop: Readonly<{ accountId: string; to: 'draining' | 'frozen'; by: string; reason: string; at: Date }>,
): Promise<boolean> {
  try {
    const { rows } = await sql.query<{ moved: boolean }>(
      'select stop_payout_account($1, $2, $3, $4, $5) as moved',
      [stop.accountId, stop.to, stop.by, stop.reason, stop.at],
    )
    return rows[0]?.moved === true
  } catch (error) {
    if ((error as { code?: string }).code !== 'AF001') throw error
    throw new Refusal(
      'payout_account_move_refused',
      'A payout account that is frozen pays again when two operators say so, or stays frozen.',
      { cause: error },
    )
  }
}
