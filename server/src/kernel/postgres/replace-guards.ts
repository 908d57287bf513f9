import type { Client } from 'pg'
import type { SqlFile } from './sql-tree.ts'

/** A trigger, a policy or the row security of a table that differs from its file, and the statement that corrects it. */
type Difference = Readonly<{ statement: string }>

/**
 * Returns the statements that give every table the triggers and policies of the files. Only tables that differ are named, because each such
 * statement locks its table until the commit. The files run on empty copies of the tables, which nobody else can see.
 */
export async function compareGuards(client: Client, files: readonly SqlFile[]): Promise<string[]> {
  await client.query('reset role')
  await client.query('create schema rehearsal authorization afara_owner')
  await client.query('set local role afara_owner')
  await client.query(COPY_TABLES)
  await client.query('set local search_path = rehearsal, afara')
  for (const { name, text } of files) {
    try {
      await client.query(text)
    } catch (error) {
      throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error })
    }
  }
  const wanted = await readGuards(client, 'rehearsal')
  await client.query('set local search_path = afara')
  const present = await readGuards(client, 'afara')
  const { rows } = await client.query<Difference>(DIFFERENCES, [
    JSON.stringify(wanted),
    JSON.stringify(present),
  ])
  await client.query('reset role')
  await client.query('set local client_min_messages = warning')
  await client.query('drop schema rehearsal cascade')
  return rows.map(({ statement }) => statement)
}

type Guard = Readonly<{ key: string; made: string; dropped: string }>

/** Reads the guards of a schema. Names are printed without their schema, which is first in the search path. */
async function readGuards(client: Client, schema: string): Promise<Guard[]> {
  const { rows } = await client.query<Guard>(GUARDS, [schema])
  return rows
}

const COPY_TABLES = `
  do $$
  declare
    v_table text;
  begin
    for v_table in select relname from pg_class where relnamespace = 'afara'::regnamespace and relkind = 'r' loop
      execute format('create table rehearsal.%I (like afara.%I)', v_table, v_table);
    end loop;
  end $$`

const GUARDS = `
  select format('trigger %s %s', c.relname, t.tgname) as key, pg_get_triggerdef(t.oid, true) as made,
    format('drop trigger %I on %I', t.tgname, c.relname) as dropped
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = $1::text::regnamespace and not t.tgisinternal
  union all
  select format('policy %s %s', p.tablename, p.policyname),
    format('create policy %I on %I as %s for %s to %s', p.policyname, p.tablename, p.permissive, p.cmd,
        (select string_agg(case r when 'public' then r else quote_ident(r) end, ', ' order by r) from unnest(p.roles) r)) ||
      coalesce(' using (' || p.qual || ')', '') || coalesce(' with check (' || p.with_check || ')', ''),
    format('drop policy %I on %I', p.policyname, p.tablename)
  from pg_policies p where p.schemaname = $1::text
  union all
  select format('row security %s', c.relname),
    format('alter table %I %s row level security, %s row level security', c.relname,
      case when c.relrowsecurity then 'enable' else 'disable' end, case when c.relforcerowsecurity then 'force' else 'no force' end),
    null
  from pg_class c where c.relnamespace = $1::text::regnamespace and c.relkind = 'r'`

/** What the files want and the database has not, and the reverse. A guard that changed is dropped first. */
const DIFFERENCES = `
  with wanted as (select * from json_to_recordset($1::json) as w (key text, made text)),
    present as (select * from json_to_recordset($2::json) as p (key text, made text, dropped text))
  select statement from (
    select 1 as step, p.key, p.dropped as statement from present p left join wanted w using (key)
      where w.made is distinct from p.made and p.dropped is not null
    union all
    select 2, w.key, w.made from wanted w left join present p using (key) where p.made is distinct from w.made
  ) as found order by split_part(key, ' ', 2), step, key`
