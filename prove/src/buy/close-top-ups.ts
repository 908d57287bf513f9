import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Purchase } from './purchase.ts'

/** Opens a case for each buy whose payer paid only a part, as the product does after two days. */
export async function closeTopUps(owner: Pool, purchases: readonly Purchase[]): Promise<void> {
  const references = purchases.flatMap(({ conduct, reference }) =>
    conduct === 'underpays' ? [reference] : [],
  )
  const { rows } = await owner.query<{ id: string }>(
    `select t.id from transaction t where t.type = 'buy' and t.status = 'part_paid' and t.reference = any ($1) and not exists (
       select from case_file c where c.transaction_id = t.id and c.kind = 'underpaid')`,
    [references],
  )
  for (const { id } of rows)
    await owner.query(`select open_underpaid_case($1, $2, now(), now() + interval '1 day')`, [newId(), id])
}
