import { hash } from 'node:crypto'
import type { Clock } from '../../../kernel/clock/clock.ts'
import { newId } from '../../../kernel/ids/ids.ts'
import type { Pool, Tenant } from '../../../kernel/postgres/pool.ts'
import type { RefusalCode } from '../../../kernel/refusal.ts'
import type { VendorAccount } from '../../banks/vendor-account.ts'

/** What was said, field by field, as text. */
export type RefusedWords = Readonly<Record<string, string>>

/**
 * The payer of a refused buy has paid all the same. What names an account of ours is kept, so that the naira can be
 * matched to it and sent back. The same words refused again count up and take no more room.
 */
export async function keepRefusedBuy(
  { pool, clock }: { pool: Pool; clock: Clock },
  tenant: Tenant,
  paidInto: VendorAccount,
  code: RefusalCode,
  words: RefusedWords,
): Promise<void> {
  const request = JSON.stringify(words)
  await pool.query('select keep_refused_buy($1, $2, $3, $4, $5, $6, $7, $8)', [
    newId(),
    tenant.businessId,
    tenant.mode,
    paidInto.id,
    code,
    request,
    hash('sha256', request, 'buffer'),
    clock.now(),
  ])
}
