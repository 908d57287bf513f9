import { createHash } from 'node:crypto'
import { tokenise } from '@afara/server/kernel/postgres/sql-text.ts'
import { Client } from 'pg'

/** The content of a database without its business rows: one text per object, by a sortable name. */
export type Catalogue = ReadonlyMap<string, string>

/**
 * Reads the schema `afara` from PostgreSQL: roles, types, tables with their constraints, indexes, triggers, policies and grants, views,
 * functions, and the rows that a migration seeds. The body of a function is represented by a digest of its tokens, so that comments and
 * white space do not matter.
 */
export async function readCatalogue(url: string): Promise<Catalogue> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set search_path = afara')
    const objects: Array<[string, string]> = []
    for (const statement of STATEMENTS) {
      const { rows } = await client.query<[string, string, string | null]>({
        text: statement,
        rowMode: 'array',
      })
      for (const [name, text, body] of rows) {
        objects.push([name, body === null ? text : `${text} body ${digest(tokenise(body).join(' '))}`])
      }
    }
    objects.push(...(await readSeeds(client)))
    return new Map(objects.sort(([a], [b]) => (a < b ? -1 : 1)))
  } finally {
    await client.end()
  }
}

/** Returns the catalogue as a file with one line per object, so that a change appears as changed lines. */
export function snapshotOf(catalogue: Catalogue): string {
  const lines = [...catalogue].map(([name, text]) => `${name}: ${text.replaceAll(/\s+/g, ' ')}`.trim())
  return `-- What a migrated database holds. Written by "npm run sql -- snapshot". Do not edit.\n${lines.join('\n')}\n`
}

/** Returns the objects that are in only one of two catalogues, or differ. */
export function compareCatalogues(left: Catalogue, right: Catalogue): string[] {
  const names = [...new Set([...left.keys(), ...right.keys()])].sort()
  return names.flatMap((name) => {
    const [a, b] = [left.get(name), right.get(name)]
    if (a === b) return []
    if (a === undefined) return [`only in the right database: ${name}\n  ${b}`]
    if (b === undefined) return [`only in the left database: ${name}\n  ${a}`]
    return [`differs: ${name}\n  left  ${a}\n  right ${b}`]
  })
}

async function readSeeds(client: Client): Promise<Array<[string, string]>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'afara'::regnamespace and relkind = 'r' order by relname`,
  )
  const seeds: Array<[string, string]> = []
  for (const { name } of rows) {
    const seeded = await client.query<{ line: string }>(
      `select t::text as line from ${name} t order by t::text collate "C" limit 1000`,
    )
    if (seeded.rowCount === 0) continue
    seeds.push([
      `rows ${name}`,
      `${seeded.rowCount} rows ${digest(seeded.rows.map(({ line }) => line).join('\n'))}`,
    ])
  }
  return seeds
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

const GRANTS = (acl: string, owner: string, kind: string) => `
  (select coalesce(string_agg(line, ' ' order by line), '') from (
    select case when a.grantee = 0 then 'public' else a.grantee::regrole::text end || '=' ||
      string_agg(a.privilege_type || case when a.is_grantable then '*' else '' end, ',' order by a.privilege_type) as line
    from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a where a.grantee <> ${owner} group by a.grantee) g)`

const TABLES = `select c.oid, c.relname, c.relowner, c.relacl, c.relkind, c.relpersistence, c.reloptions, c.relrowsecurity, c.relforcerowsecurity
  from pg_class c where c.relnamespace = 'afara'::regnamespace`

/** Each returns a name, a text and a body, which is null except for functions and views. */
const STATEMENTS: readonly string[] = [
  `select 'role ' || r.rolname as name, concat_ws(' ', case when r.rolcanlogin then 'login' end, case when r.rolsuper then 'superuser' end,
      case when r.rolcreatedb then 'createdb' end, case when r.rolcreaterole then 'createrole' end, case when r.rolbypassrls then 'bypassrls' end,
      case when r.rolinherit then 'inherit' end, (select array_to_string(s.setconfig, ' ') from pg_db_role_setting s where s.setrole = r.oid and s.setdatabase = 0)
    ) as text, null as body
   from pg_roles r where r.rolname like 'afara\\_%'`,
  `select 'schema afara', nspowner::regrole::text || ' ' || ${GRANTS('nspacl', 'nspowner', 'n')}, null from pg_namespace where nspname = 'afara'`,
  `select 'default privileges ' || d.defaclrole::regrole || ' ' || d.defaclobjtype::text, d.defaclacl::text, null from pg_default_acl d`,
  `select 'type ' || t.typname, t.typowner::regrole || ' enum (' || string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) || ')', null
   from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'afara'::regnamespace group by t.oid`,
  `select 'domain ' || t.typname, t.typowner::regrole || ' ' || format_type(t.typbasetype, t.typtypmod) || case when t.typnotnull then ' not null' else '' end || coalesce(
      (select ' ' || string_agg(c.conname || ' ' || pg_get_constraintdef(c.oid), ' ' order by c.conname) from pg_constraint c where c.contypid = t.oid), ''), null
   from pg_type t where t.typnamespace = 'afara'::regnamespace and t.typtype = 'd'`,
  `select case c.relkind when 'v' then 'view ' when 'c' then 'composite ' else 'table ' end || c.relname,
      concat_ws(' ', c.relowner::regrole, case c.relpersistence when 'u' then 'unlogged' end, c.reloptions::text,
        case when c.relrowsecurity then 'rls' end, case when c.relforcerowsecurity then 'forced' end,
        'grants [' || ${GRANTS('c.relacl', 'c.relowner', 'r')} || ']'), null
   from (${TABLES}) c where c.relkind in ('r', 'v', 'c')`,
  `select 'view ' || c.relname || ' definition', '', pg_get_viewdef(c.oid) from (${TABLES}) c where c.relkind = 'v'`,
  `select 'table ' || c.relname || ' column ' || lpad((row_number() over (partition by c.oid order by a.attnum))::text, 2, '0') || ' ' || a.attname,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end, 'storage ' || a.attstorage::text,
        case a.attgenerated when 's' then 'stored' when 'v' then 'virtual' end, nullif(a.attidentity::text, ''),
        (select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d where d.adrelid = c.oid and d.adnum = a.attnum),
        case when a.attacl is not null then 'grants [' || ${GRANTS('a.attacl', 'c.relowner', 'c')} || ']' end), null
   from (${TABLES}) c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped where c.relkind in ('r', 'v', 'c')`,
  `select 'table ' || c.relname || ' constraint ' || k.conname, pg_get_constraintdef(k.oid) || case when k.convalidated then '' else ' not valid' end, null
   from (${TABLES}) c join pg_constraint k on k.conrelid = c.oid where k.contype <> 'n'`,
  `select 'table ' || c.relname || ' index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid), null
   from (${TABLES}) c join pg_index i on i.indrelid = c.oid`,
  `select 'table ' || c.relname || ' trigger ' || t.tgname, pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text, null
   from (${TABLES}) c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal`,
  `select 'table ' || p.tablename || ' policy ' || p.policyname, concat_ws(' ', p.permissive, p.roles::text, p.cmd, 'using ' || p.qual, 'check ' || p.with_check), null
   from pg_policies p where p.schemaname = 'afara'`,
  `select 'function ' || p.oid::regprocedure, concat_ws(' ', p.proowner::regrole, '(' || pg_get_function_arguments(p.oid) || ') returns ' || pg_get_function_result(p.oid),
      l.lanname, case p.provolatile when 'i' then 'immutable' when 's' then 'stable' end, case when p.proisstrict then 'strict' end,
      case when p.prosecdef then 'security definer' end, case when p.proleakproof then 'leakproof' end, case p.proparallel when 's' then 'parallel safe' when 'r' then 'parallel restricted' end,
      'cost ' || p.procost, case when p.proretset then 'rows ' || p.prorows end, array_to_string(p.proconfig, ' '),
      'grants [' || ${GRANTS('p.proacl', 'p.proowner', 'f')} || ']'), coalesce(pg_get_function_sqlbody(p.oid), p.prosrc)
   from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'afara'::regnamespace`,
]
