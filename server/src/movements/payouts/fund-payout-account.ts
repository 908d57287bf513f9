import type { Clock } from '../../kernel/clock/clock.ts'
import type { Money } from '../../kernel/money/money.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { appendAudit } from '../../records/audit/audit-store.ts'
import { requireActor, requireApprover } from '../../records/operators/operator-store.ts'
import { insertFunding } from './open-payout-account.ts'
import { formatPayoutAccount } from './payout-account-name.ts'
import type { PayoutAccountOverview } from './payout-overview-store.ts'

/** Books money of our own that was put into an account. In live mode it takes two people. */
export async function fundPayoutAccount(
  { pool, clock }: { pool: Pool; clock: Clock },
  account: PayoutAccountOverview,
  amount: Money,
  by: Readonly<{ actor: string; approver: string | undefined; reason: string }>,
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const actor = await requireActor(sql, by.actor)
    const approvedBy =
      account.mode === 'live' || by.approver !== undefined
        ? await requireApprover(sql, { actor, approver: by.approver })
        : undefined
    const { reason } = by
    await insertFunding(sql, {
      accountId: account.id,
      amountMinor: amount.minor,
      reason,
      by: actor,
      at: clock.now(),
    })
    await appendAudit(sql, {
      actor,
      approvedBy,
      action: 'payout_account.funded',
      subject: `payout account ${formatPayoutAccount(account)}`,
      reason,
      details: { amount_minor: amount.minor.toString() },
    })
  })
}
