import type { Sql } from '../../kernel/postgres/pool.ts'

/** Something that was stopped at once and goes on when two people say so. */
export type Freeze = Readonly<{
  id: string
  scope: FreezeScope
  /** Nothing for all; the id of a business; `<mode>:<Network>`. */
  subject: string
  reason: string
  /** The operator's name; null: the system. */
  placedBy: string | null
  placedAt: Date
}>

type FreezeScope = 'all' | 'business' | 'network'

/** What is stopped, as one names it to place or to lift it. */
export type Freezable = Readonly<{
  scope: FreezeScope
  subject: string
  /** For people: "everything", a name, "Polygon in test mode". */
  words: string
}>

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
