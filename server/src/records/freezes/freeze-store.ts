import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Freezable, Freeze } from './freeze.ts'

const SELECT = `select f.id, f.scope, f.subject, f.reason, o.name as "placedBy", f.placed_at as "placedAt"
  from freeze_order f left join operator o on o.id::text = f.placed_by where f.lifted_at is null`

/** All that stand, the widest first. */
export async function selectFreezes(sql: Sql): Promise<Freeze[]> {
  const { rows } = await sql.query<Freeze>(`${SELECT} order by f.scope, f.placed_at`)
  return rows
}

export async function findFreeze(
  sql: Sql,
  { scope, subject }: Pick<Freezable, 'scope' | 'subject'>,
): Promise<Freeze | undefined> {
  const { rows } = await sql.query<Freeze>(`${SELECT} and f.scope = $1 and f.subject = $2`, [scope, subject])
  return rows[0]
}

/** In one commit with its line in the audit. False when it was frozen already: that freeze stands as it was placed. */
export async function placeFreeze(
  sql: Sql,
  freeze: Readonly<{ of: Pick<Freezable, 'scope' | 'subject'>; reason: string; by: string; at: Date }>,
): Promise<boolean> {
  const { rows } = await sql.query<{ placed: boolean }>('select place_freeze($1, $2, $3, $4, $5) as placed', [
    freeze.of.scope,
    freeze.of.subject,
    freeze.reason,
    freeze.by,
    freeze.at,
  ])
  return rows[0]?.placed ?? false
}
