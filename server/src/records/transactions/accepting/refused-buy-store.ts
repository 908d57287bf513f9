import { hash } from 'node:crypto'
import type { Clock } from '../../../kernel/clock/clock.ts'
import { newId } from '../../../kernel/ids/ids.ts'
import type { Pool, Tenant } from '../../../kernel/postgres/pool.ts'
import type { RefusalCode } from '../../../kernel/refusal.ts'
import type { VendorAccount } from '../../banks/vendor-account.ts'

/** The fields of the request, as text. */
export type RefusedWords = Readonly<Record<string, string>>

/**
 * Records a refused buy that names one of our accounts. Its payer may have paid already, and the naira can then be matched to the refused
 * buy and returned. A repeated request only increases a counter.
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
