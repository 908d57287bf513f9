import { formatId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { requireActor, requireApprover } from '../businesses/operator-store.ts'
import { requireVendorAccount } from './require-vendor-account.ts'
import type { VendorAccount, VendorAccountState } from './vendor-account.ts'
import { selectEdgesFrom, updateVendorAccountState } from './vendor-account-store.ts'

/** Moves an account along an edge. Freezing is for one person at once; every other move takes two. */
export async function moveVendorAccount(
  pool: Pool,
  input: {
    accountId: string
    to: VendorAccountState
    actor: string
    approver: string | undefined
    reason: string
  },
): Promise<VendorAccount> {
  return inTransaction(pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    const account = await requireVendorAccount(sql, input.accountId)
    const edges = await selectEdgesFrom(sql, account.state)
    const edge = edges.find(({ to }) => to === input.to)
    if (edge === undefined) {
      const open = edges.map(({ to }) => to).join(', ')
      throw new Refusal(
        'vendor_account_move_refused',
        `The account is ${account.state} and cannot become ${input.to}; it can become: ${open === '' ? 'nothing else' : open}.`,
      )
    }
    const approvedBy = edge.needsApproval
      ? await requireApprover(sql, { actor, approver: input.approver })
      : undefined
    await updateVendorAccountState(sql, account.id, input.to)
    await appendAudit(sql, {
      actor,
      approvedBy,
      action: 'vendor_account.moved',
      subject: formatId('vendorAccount', account.id),
      reason: input.reason,
      details: { from: account.state, to: input.to },
    })
    return { ...account, state: input.to }
  })
}
