import type { Clock } from '../../kernel/clock/clock.ts'
import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { cancelPayLink, findPayLink, type PayLink } from '../../records/pay-links/pay-link-store.ts'

/** Returns a pay link of this business only. */
export async function readPayLink(pool: Pool, tenant: Tenant, id: string): Promise<PayLink> {
  const link = await asTenant(pool, tenant, async (sql) => findPayLink(sql, { id }))
  if (link === undefined) throw unknownPayLink()
  return link
}

export function unknownPayLink(): Refusal {
  return new Refusal('pay_link_unknown', 'No pay link has this id.')
}

/** Cancels an unpaid link. A second cancellation changes nothing. A later payment is not lost: an operator decides about it. */
export async function cancelOwnPayLink(
  { pool, clock }: Readonly<{ pool: Pool; clock: Clock }>,
  tenant: Tenant,
  id: string,
): Promise<PayLink> {
  return asTenant(pool, tenant, async (sql) => {
    const status = await cancelPayLink(sql, id, clock.now())
    const link = status === undefined ? undefined : await findPayLink(sql, { id })
    if (link === undefined) throw unknownPayLink()
    if (status === 'cancelled') return link
    throw new Refusal(
      'pay_link_not_open',
      `This link is ${link.status} and cannot be cancelled. Only an unpaid link can be.`,
    )
  })
}
