import { asTenant, type Pool, type Sql, type Tenant } from '../../kernel/postgres/pool.ts'
import { findFirst } from './find-first.ts'
import type { KnownRequest } from './request-names.ts'

/** What an earlier request with the same names and meaning has become, read by `find`; undefined when there was none. */
export async function findReplay<T>(
  pool: Pool,
  tenant: Tenant,
  { names, meaning }: Pick<KnownRequest, 'names' | 'meaning'>,
  find: (sql: Sql, id: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const firstId = await findFirst(pool, tenant, names, meaning)
  if (firstId === undefined) return undefined
  return asTenant(pool, tenant, async (sql) => find(sql, firstId))
}
