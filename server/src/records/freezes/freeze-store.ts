import type { Sql } from '../../kernel/postgres/pool.ts'

/** An order that stops money at once, until two operators lift it. */
export type Freeze = Readonly<{
  id: string
  scope: FreezeScope
  /** Empty for `all`, the id for a business, `<mode>:<Network>` for a network, `<mode>:<code>` for a bank that we pay to. */
  subject: string
  reason: string
  /** The operator's name. Null: the system. */
  placedBy: string | null
  placedAt: Date
}>

type FreezeScope = 'all' | 'business' | 'network' | 'bank'

/** The subject of a freeze, as an operator names it to place or lift the freeze. */
export type Freezable = Readonly<{
  scope: FreezeScope
  subject: string
  /** Printed name: "everything", a name, "Polygon in test mode". */
  words: string
}>

const SELECT = `select f.id, f.scope, f.subject, f.reason, o.name as "placedBy", f.placed_at as "placedAt"
  from freeze_order f left join operator o on o.id::text = f.placed_by where f.lifted_at is null`

/** Returns all freezes in force, widest first. */
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

/**
 * Places a freeze and its audit line in one commit. Returns false if the subject is already frozen: the existing freeze stays unchanged.
 */
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

/**
 * Returns the cases, as `cas_…`, of decisions in force that two operators did not sign, if this is the freeze of everything that the vault
 * asked for. Operators who lift it accept these decisions, so the text that they sign names each one.
 */
export async function selectUnsignedDecisions(sql: Sql, freezeId: string): Promise<readonly string[]> {
  const { rows } = await sql.query<{ shown: string }>(
    `select c.facts ->> 'scope' as shown from case_file c
     where c.kind = 'reconciliation_differs' and c.state <> 'resolved' and c.facts ->> 'kind' = 'decision'
       and exists (select from freeze_order f where f.id = $1 and f.scope = 'all')
     order by c.opened_at, c.id`,
    [freezeId],
  )
  return rows.map(({ shown }) => shown)
}
