import type { Pool, Tenant } from '../../../kernel/postgres/pool.ts'

/** Counts the buys of a business that wait for naira, up to `most`. */
export async function countOpenClaims(pool: Pool, tenant: Tenant, most: number): Promise<number> {
  const { rows } = await pool.query<{ open: number }>('select count_open_claims($1, $2, $3) as open', [
    tenant.businessId,
    tenant.mode,
    most,
  ])
  return rows[0]?.open ?? 0
}
