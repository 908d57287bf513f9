import { newId } from '@afara/server/kernel/ids/ids.ts'
import { inTransaction, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Proposal } from './proposals.ts'
import { haltedLane, payoutAccount } from './recipe-parts.ts'
import type { Recorder } from './recorder.ts'
import type { Stage } from './stage.ts'

/** A function of the database that the role of the people process may run. */
type Granted = Readonly<{ name: string; types: readonly string[]; names: readonly string[] }>

/** Reads which functions the role may run, so that a new grant is attacked too. */
export async function readFunctions({ owner }: Stage): Promise<readonly Granted[]> {
  const { rows } = await owner.query<Granted>(
    `select p.proname as name, coalesce(array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as x (t, n) order by n), '{}') as types,
       coalesce(p.proargnames[1:p.pronargs], '{}') as names
     from pg_proc p where p.pronamespace = 'afara'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
       and has_function_privilege('afara_people', p.oid, 'execute') and p.proname <> 'takeover_log' order by 1, 2`,
  )
  return rows
}

/** Reads the tables of the database. */
export async function readTables({ owner }: Stage): Promise<readonly string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'afara'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and c.relname <> 'takeover_change' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Calls every function once with the ids of a decision and of what it is about. `round` varies the arguments. */
export async function attackFunctions(
  stage: Stage,
  recorder: Recorder,
  functions: readonly Granted[],
  { proposal, round, bystander }: Readonly<{ proposal: Proposal; round: number; bystander: string }>,
): Promise<void> {
  const found = { ...(await idsOf(stage.owner, proposal)), ...(await placeStops(stage, round)) }
  for (const { name, types, names } of functions) {
    // What stops an operator is tried on somebody else, so that the attacker can go on.
    const ids = names.includes('p_by') ? { ...found, operator: bystander } : found
    const values = types.map((type, place) =>
      valueOf(type, names[place] ?? '', { stage, proposal, round, ids }),
    )
    const places = types.map((type, place) => `$${place + 1}::${type}`).join(', ')
    await recorder.attempt(
      { holder: 'role', route: 'SQL functions', kind: proposal.kind, through: name, what: 'calls it' },
      async () => {
        await inTransaction(stage.people, async (sql) => {
          await sql.query(`set local statement_timeout = '3s'`)
          await sql.query(`select ${name}(${places})`, values)
        })
        return 'accepted'
      },
    )
  }
}

/** Inserts, changes, deletes and empties in every table, and changes every column that the role may change. */
export async function attackTables(
  stage: Stage,
  recorder: Recorder,
  tables: readonly string[],
  kind: string,
): Promise<void> {
  for (const table of tables) {
    const columns = await columnsOf(stage.owner, table)
    const [first = ''] = columns.all
    const statements: readonly (readonly [string, string])[] = [
      ['inserts a copy', `insert into ${table} select * from ${table} limit 1`],
      ['inserts a new row', await copyOf(stage.owner, table)],
      ['changes', `update ${table} set ${first} = ${first}`],
      ['deletes', `delete from ${table}`],
      ['empties', `truncate ${table} cascade`],
      ...columns.granted.map((name) => [`sets ${name}`, `update ${table} set ${name} = ${name}`] as const),
      ...columns.granted.map((name) => [`empties ${name}`, `update ${table} set ${name} = null`] as const),
    ]
    for (const [what, statement] of statements)
      await recorder.attempt(
        { holder: 'role', route: 'SQL tables', kind, through: table, what },
        async () => {
          const { rowCount } = await stage.people.query(statement)
          return rowCount === 0 ? 'no_row' : 'accepted'
        },
      )
  }
}

async function columnsOf(owner: Pool, table: string) {
  const { rows } = await owner.query<{ name: string; isGranted: boolean }>(
    `select attname as name, has_column_privilege('afara_people', attrelid, attnum, 'update') as "isGranted" from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [`afara.${table}`],
  )
  const granted = rows.filter(({ isGranted }) => isGranted)
  return { all: rows.map(({ name }) => name), granted: granted.map(({ name }) => name) }
}

/** Returns an insert of a row of the table with a new id, as its owner can read it. */
async function copyOf(owner: Pool, table: string): Promise<string> {
  const { rows } = await owner.query<{ row: string }>(
    `select quote_literal((to_jsonb(t) || jsonb_build_object('id', $1::text))::text) as row from ${table} t limit 1`,
    [newId()],
  )
  const row = rows[0]?.row ?? `'{}'`
  return `insert into ${table} select * from jsonb_populate_record(null::${table}, ${row})`
}

type Ids = Readonly<Record<string, string>>

/** Stops a lane, an account and a credit, so that a function which resumes one of them would show. */
async function placeStops(stage: Stage, round: number): Promise<Ids> {
  const [lane, account] = [await haltedLane(stage, 60 + round), await payoutAccount(stage)]
  await stage.owner.query(`select stop_payout_account($1, 'frozen', 'system:prove', 'a proof', now())`, [
    account,
  ])
  const { rows } = await stage.owner.query<{ line: string }>(
    `select l.id as line, place_lien(l.id, null, 'system:prove', 'a proof', now()) from bank_line l
     where l.direction = 'credit' order by l.id limit 1`,
  )
  return { lane, account, line: rows[0]?.line ?? '' }
}

async function idsOf(owner: Pool, { caseId }: Proposal): Promise<Ids> {
  const { rows } = await owner.query<Ids>(
    `select (select transaction_id from case_file where id = $1) as transaction, (select line_id from case_file where id = $1) as line,
       (select id from lane where mode = 'test' order by number limit 1) as lane,
       (select id from payout_account where mode = 'test' limit 1) as account,
       (select id from business limit 1) as business, (select id from treasury_move limit 1) as move,
       (select id from bank_line limit 1) as bank_line`,
    [caseId],
  )
  return rows[0] ?? {}
}

type Around = Readonly<{ stage: Stage; proposal: Proposal; round: number; ids: Ids }>

/** Returns an argument that fits the type and the name of a parameter. */
function valueOf(type: string, name: string, { stage, proposal, round, ids }: Around): unknown {
  const text = name.replace(/^p_/, '')
  if (type === 'uuid') {
    if (text === 'case') return proposal.caseId
    if (text === 'operator' && ids.operator !== undefined) return ids.operator
    if (text === 'operator' || text === 'by') return round % 2 === 0 ? stage.one : stage.other
    if (text === 'key' || text === 'id') return newId()
    return ids[text] ?? (text === 'line' || text === 'debit' ? ids.bank_line : undefined) ?? newId()
  }
  if (type.startsWith('timestamp')) return new Date()
  if (type === 'jsonb' || type === 'json')
    return JSON.stringify(round % 2 === 0 ? { action: proposal.kind } : [])
  if (type === 'bytea') return Buffer.alloc(32, round)
  if (type === 'boolean') return round % 2 === 0
  if (/^(integer|bigint|numeric|smallint)/.test(type)) return text === 'version' ? proposal.version : 1
  if (type === 'afara.mode' || type === 'mode') return round % 2 === 0 ? 'test' : 'live'
  if (type.endsWith('case_kind')) return 'request'
  if (type === 'interval') return '1 day'
  if (type.endsWith('[]')) return []
  if (type.endsWith('case_file')) return null
  if (text === 'to' || text === 'state')
    return ['active', 'halted', 'frozen', 'closed', 'draining'][round % 5]
  if (text === 'scope') return ['network', 'account', 'business'][round % 3]
  if (text === 'subject') return 'test:Avalanche'
  if (text === 'network') return 'Polygon'
  if (text === 'by') return stage.other
  return 'x'
}
