import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../../records/audit/audit-store.ts'
import { requireActor, requireApprover } from '../../records/operators/operator-store.ts'
import { formatPayoutAccount } from './payout-account-name.ts'
import type { PayoutVendor } from './payout-account-store.ts'

export type NewPayoutAccount = Readonly<{
  id: string
  mode: Mode
  vendor: PayoutVendor
  name: string
  /** The vendor's own number of it, where it has one. */
  accountNumber: string | null
}>

/**
 * Makes an account of ours at a vendor one that naira is paid from. In live mode it takes two people. What it holds is told to the
 * ledger apart from this; until then it pays nothing.
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
      throw new Refusal('payout_account_exists', `${formatPayoutAccount(account)} is open already.`, {
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

/** The row alone: who may have it written, and what it holds, is the caller's business. */
export async function insertPayoutAccount(sql: Sql, account: NewPayoutAccount, at: Date): Promise<void> {
  const { id, mode, vendor, name, accountNumber } = account
  await sql.query('select open_payout_account($1, $2, $3, $4, $5, $6)', [
    id,
    mode,
    vendor,
    name,
    accountNumber,
    at,
  ])
}

/** Money of our own was put into an account: it is in the books from now on, and the vendor's line of it is expected. */
export async function insertFunding(
  sql: Sql,
  funding: Readonly<{ accountId: string; amountMinor: bigint; reason: string; by: string; at: Date }>,
): Promise<void> {
  await sql.query('select fund_payout_account($1, $2, $3, $4, $5, $6)', [
    newId(),
    funding.accountId,
    funding.amountMinor.toString(),
    funding.reason,
    funding.by,
    funding.at,
  ])
}
