import type { Clock } from '../../kernel/clock/clock.ts'
import type { Money } from '../../kernel/money/money.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../../records/audit/audit-store.ts'
import { requireActor, requireApprover } from '../../records/operators/operator-store.ts'
import { insertFunding, insertPayoutAccount, type NewPayoutAccount } from './payout-account-store.ts'
import { formatPayoutAccount, type PayoutAccountOverview } from './payout-overview-store.ts'

/**
 * Registers one of our accounts at a vendor for payouts. Live mode needs two operators. Its balance is booked separately, and until then
 * the account pays nothing.
 */
export async function openPayoutAccount(
  { pool, clock }: { pool: Pool; clock: Clock },
  account: NewPayoutAccount,
  by: Readonly<{ actor: string; approver: string | undefined; reason: string }>,
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const actor = await requireActor(sql, by.actor)
    const approvedBy =
      account.mode === 'live' || by.approver !== undefined
        ? await requireApprover(sql, { actor, approver: by.approver })
        : undefined
    try {
      await insertPayoutAccount(sql, account, clock.now())
    } catch (error) {
      if ((error as { code?: string }).code !== '23505') throw error
      throw new Refusal('payout_account_exists', `${formatPayoutAccount(account)} is already open.`, {
        cause: error,
      })
    }
    await appendAudit(sql, {
      actor,
      approvedBy,
      action: 'payout_account.opened',
      subject: `payout account ${formatPayoutAccount(account)}`,
      reason: by.reason,
      details: { id: account.id, account_number: account.accountNumber },
    })
  })
}

/** Books our own money that was paid into an account. Live mode needs two operators. */
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
