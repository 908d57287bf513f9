import { isLockTimeout } from '../../kernel/postgres/database-errors.ts'
import { inTransaction, type Sql } from '../../kernel/postgres/pool.ts'
import type { LineOutcome } from '../../movements/credits/bank-line-store.ts'
import { type Matched, matchInside } from '../../movements/matching/match-account.ts'
import type { CreditDeps } from './credit-deps.ts'

/** What was recorded. `matched` is undefined if nothing was new or if the new lines are still to be matched. */
type RecordedAndMatched = Readonly<{ outcomes: readonly LineOutcome[]; matched: Matched | undefined }>

/**
 * Records lines of an account and matches the new ones in the same commit, because at a moderate load most checks find one payment, and a
 * commit costs more than a line. If the matching fails, records the lines in a commit of their own: what the bank reported is kept.
 */
export async function recordAndMatch(
  { pool, clock }: Pick<CreditDeps, 'pool' | 'clock'>,
  accountId: string,
  record: (sql: Sql) => Promise<LineOutcome[]>,
): Promise<RecordedAndMatched> {
  try {
    return await inTransaction(pool, async (sql) => {
      const outcomes = await record(sql)
      const hasNews = outcomes.some(({ outcome }) => outcome === 'new')
      return { outcomes, matched: hasNews ? await matchInside(sql, { clock }, accountId) : undefined }
    })
  } catch (error) {
    if (isLockTimeout(error)) throw error
    return { outcomes: await record(pool), matched: undefined }
  }
}
