import { formatId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { requireActor, requireApprover } from '../businesses/operator-store.ts'
import type { AccountFeed } from './account-feed.ts'
import { requireVendorAccount } from './require-vendor-account.ts'
import { updateVendorAccountFeed } from './vendor-account-store.ts'

/** Says whose feed is believed about an account from now on. Whoever feeds an account makes money in it, so it takes two people. */
export async function setAccountFeed(
  pool: Pool,
  input: {
    accountId: string
    feed: AccountFeed | null
    actor: string
    approver: string | undefined
    reason: string
  },
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    const approvedBy = await requireApprover(sql, { actor, approver: input.approver })
    const account = await requireVendorAccount(sql, input.accountId)
    const before = await updateVendorAccountFeed(sql, account.id, input.feed)
    if (before === undefined) return
    await appendAudit(sql, {
      actor,
      approvedBy,
      action: 'vendor_account.feed_set',
      subject: formatId('vendorAccount', account.id),
      reason: input.reason,
      details: { from: before, to: input.feed },
    })
  })
}
