import type { Sql } from '../../kernel/postgres/pool.ts'

type Intended = Readonly<{
  type: 'buy' | 'sell' | 'withdrawal'
  amountMinor: bigint
  /** Where tokens come from or go to; null: the balance. */
  network: string | null
  meaning: Buffer
  guardSince: Date | undefined
  dailyLimitMinor: bigint | null
  at: Date
}>

/** One answer that accepting it could give, or what would hold it up later. */
export type OwnProblem =
  | Readonly<{ outcome: 'network_not_open' | 'frozen' | 'insufficient_balance' | 'daily_limit' }>
  | Readonly<{ outcome: 'possible_duplicate'; firstId: string }>

/** All of them and not the first alone; runs for one tenant, and writes nothing. */
export async function selectOwnProblems(sql: Sql, intended: Intended): Promise<OwnProblem[]> {
  const { rows } = await sql.query<OwnProblem>(
    'select outcome, first_id as "firstId" from own_problems($1, $2, $3, $4, $5, $6, $7)',
    [
      intended.type,
      intended.amountMinor,
      intended.network,
      intended.meaning,
      intended.guardSince,
      intended.dailyLimitMinor,
      intended.at,
    ],
  )
  return rows
}
