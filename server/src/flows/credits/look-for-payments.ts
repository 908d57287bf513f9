import type { Clock } from '../../kernel/clock/clock.ts'
import { createGroupCommits } from '../../kernel/postgres/group-commits.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { selectAccountsToLookAt } from '../../movements/feeds/bank-account-store.ts'

// Nobody waits for the answer, so buys are gathered: a question costs more than the buys in it.
const GROUP_LIMITS = { slots: 1, most: 200, queue: 10_000, gather: { ms: 250, enough: 50 } } as const

/**
 * Returns a function that checks the account of a new buy if its payment may be waiting there. A check costs far more than this question,
 * and for most buys it would find nothing: the payment arrives later, with a notification of its own. Ask after the buy is committed. Then no
 * payment is missed: one that was recorded before is seen here, and one that is recorded later finds the buy.
 */
export function createPaymentLooks(
  { pool, clock, nudgeAccount }: Readonly<{ pool: Pool; clock: Clock; nudgeAccount: (id: string) => void }>,
  onError: (error: unknown) => void,
): (buyId: string) => void {
  const { submit } = createGroupCommits<string, void>({
    ...GROUP_LIMITS,
    isUndone: () => false,
    commit: async (buyIds) => {
      for (const id of await selectAccountsToLookAt(pool, buyIds, clock.now())) nudgeAccount(id)
      return buyIds.map(() => undefined)
    },
  })
  return (buyId) => {
    submit(buyId).catch(onError)
  }
}
