import { newId } from '../src/kernel/ids/ids.ts'
import { asTenant, type Pool, type Tenant } from '../src/kernel/postgres/pool.ts'
import {
  type Settlement,
  selectSettlements,
} from '../src/records/transactions/lists/transaction-list-store.ts'

/** Returns the settlement that the business of a transaction sees. Throws if another business sees it too. */
export async function selectSettlementOf(owner: Pool, id: string): Promise<Settlement | undefined> {
  const { rows } = await owner.query<Tenant>(
    'select business_id as "businessId", mode from transaction where id = $1',
    [id],
  )
  const [tenant] = rows
  if (tenant === undefined) throw new Error(`there is no transaction ${id}`)
  const seenBy = async (one: Tenant) => asTenant(owner, one, async (sql) => selectSettlements(sql, [id]))
  const others = await seenBy({ ...tenant, businessId: newId() })
  if (others.size > 0) throw new Error('another business sees the settlement')
  return (await seenBy(tenant)).get(id)
}
