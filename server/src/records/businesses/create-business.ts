import { formatId, newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { type Business, parseLinkTag, parseName, startingModes } from './business.ts'
import { insertBusiness } from './business-store.ts'
import { requireActor } from './operator-store.ts'

/** Registers a business in both modes. A link tag that is taken is refused, so a repeat makes nothing twice. */
export async function createBusiness(
  pool: Pool,
  input: { name: string; linkTag: string; actor: string; reason: string },
): Promise<Business> {
  const business = { id: newId(), name: parseName(input.name), linkTag: parseLinkTag(input.linkTag) }
  return inTransaction(pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    if (!(await insertBusiness(sql, business, startingModes))) {
      throw new Refusal('link_tag_taken', `The link tag "${business.linkTag}" is taken: choose another.`)
    }
    await appendAudit(sql, {
      actor,
      action: 'business.created',
      subject: formatId('business', business.id),
      reason: input.reason,
      details: { name: business.name, linkTag: business.linkTag },
    })
    return business
  })
}
