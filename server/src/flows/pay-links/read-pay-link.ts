import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findPayLink, type PayLink } from '../../records/pay-links/pay-link-store.ts'

/** A link as it is now. Another business's does not exist for this one. */
export async function readPayLink(pool: Pool, tenant: Tenant, id: string): Promise<PayLink> {
  const link = await asTenant(pool, tenant, async (sql) => findPayLink(sql, { id }))
  if (link === undefined) throw unknownPayLink()
  return link
}

export function unknownPayLink(): Refusal {
  return new Refusal('pay_link_unknown', 'There is no such pay link.')
}
