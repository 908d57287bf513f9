import { Client } from 'pg'
import { inDependencyOrder, readDefinitions, readSqlFiles, type SqlFile } from './sql-tree.ts'

const LOCK = 7_272_001
/** Generated functions, which are defined together with the others. */
const STATUS_SETS = 'generated/status-sets.sql'

/**
 * Brings a database to the state that `server/sql` describes, and returns the names of the applied files. All changes are one transaction,
 * except new enum values, which are committed before it.
 *
 * Numbered files in `schema/` run once, in order, and never change afterwards. Functions, views, checks, triggers, policies, grants and the
 * generated files are applied again whenever their text changes. Several processes may call this at once: the second waits and finds
 * nothing left to do.
 */
export async function migrate(url: string, sqlFolder?: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(`
      create schema if not exists migration;
      create table if not exists migration.applied (
        name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    await addEnumValues(client, readSqlFiles('schema', sqlFolder))
    await client.query('begin')
    const applied = await applyTree(client, (part) => readSqlFiles(part, sqlFolder))
    await client.query('commit')
    return applied
  } finally {
    await client.end()
  }
}

/**
 * Commits the enum values that numbered files add, before the files run. PostgreSQL does not let a transaction use an enum value that it
 * added itself. An unused value does no harm, and the file itself finds the value present.
 */
async function addEnumValues(client: Client, schema: readonly SqlFile[]): Promise<void> {
  for (const { text } of schema) {
    for (const [statement, type] of text.matchAll(/^alter type (\w+) add value if not exists '\w+';$/gm)) {
      const { rowCount } = await client.query('select from pg_type where oid = to_regtype($1)', [
        `afara.${type}`,
      ])
      if (rowCount !== 0) await client.query(statement.replace('alter type ', 'alter type afara.'))
    }
  }
}

async function applyTree(client: Client, read: (part: string) => SqlFile[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration.applied',
  )
  const known = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const changed = (files: SqlFile[]) => files.filter(({ name, checksum }) => known.get(name) !== checksum)

  const schema = read('schema')
  refuseUnknown(schema, known)
  const [numbered, definitions] = [
    changed(schema),
    changed([...read('functions'), ...read('checks'), ...read(STATUS_SETS)]),
  ]
  const [triggers, policies, generated, grants] = [
    read('triggers'),
    read('policies'),
    read('generated').filter(({ name }) => name !== STATUS_SETS),
    read('grants'),
  ]
  const touched = [
    ...numbered,
    ...definitions,
    ...changed([...triggers, ...policies, ...generated, ...grants]),
  ]
  if (touched.length === 0) return []

  for (const file of numbered) {
    if (!file.name.startsWith('schema/0001_')) await beOwner(client)
    await run(client, file.name, file.text)
  }
  await beOwner(client)
  if (definitions.length > 0) await define(client, definitions)
  if (changed(triggers).length > 0) {
    await client.query(DROP_TRIGGERS)
    for (const file of triggers) await run(client, file.name, file.text)
  }
  if (changed(policies).length > 0) {
    await client.query(DROP_POLICIES)
    for (const file of policies) await run(client, file.name, file.text)
  }
  for (const file of changed(generated)) await run(client, file.name, file.text)
  // A function or table that was created again has lost its grants. Grants are cheap, so all of them are applied again.
  await client.query(REVOKE_ALL)
  for (const file of grants) await run(client, file.name, file.text)
  await client.query('reset role')
  for (const { name, checksum } of touched) {
    await client.query(
      `insert into migration.applied (name, checksum) values ($1, $2)
       on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
      [name, checksum],
    )
  }
  return touched.map(({ name }) => name)
}

/** Throws if an applied numbered file was edited, or if the database has a numbered file that this release does not have. */
function refuseUnknown(schema: readonly SqlFile[], known: ReadonlyMap<string, string>): void {
  for (const { name, checksum } of schema) {
    if (known.has(name) && known.get(name) !== checksum) {
      throw new Error(
        `${name} was changed after it was applied. Restore it, and make the change in a new numbered file`,
      )
    }
  }
  const names = new Set(schema.map(({ name }) => name))
  const unknown = [...known.keys()].find((name) => /(^|\/)\d{4}_/.test(name) && !names.has(name))
  if (unknown !== undefined) {
    throw new Error(
      `the database has ${unknown}, which this release does not have. Use the release that created it (for a development database: npm run dev -- --reset)`,
    )
  }
}

/** Creates functions and views. Bodies are checked at the end and not one by one, because they may name later definitions. */
async function define(client: Client, files: readonly SqlFile[]): Promise<void> {
  await client.query('set local check_function_bodies = off')
  for (const { name, file, sql } of inDependencyOrder(readDefinitions(files)))
    await run(client, `${file} (${name})`, sql)
  await client.query('set local check_function_bodies = on')
  await run(client, 'functions', VALIDATE)
}

async function beOwner(client: Client): Promise<void> {
  await client.query('set local role afara_owner')
  await client.query('set local search_path = afara')
}

async function run(client: Client, name: string, text: string): Promise<void> {
  try {
    await client.query(text)
  } catch (error) {
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

const VALIDATE = `
  select case l.lanname when 'sql' then fmgr_sql_validator(p.oid)::text else plpgsql_validator(p.oid)::text end
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'afara'::regnamespace and l.lanname in ('sql', 'plpgsql')`

const DROP_TRIGGERS = `
  do $$
  declare
    t record;
  begin
    for t in select tgname, tgrelid::regclass as relation from pg_trigger
      where tgrelid in (select oid from pg_class where relnamespace = 'afara'::regnamespace) and not tgisinternal
    loop
      execute format('drop trigger %I on %s', t.tgname, t.relation);
    end loop;
  end $$`

const DROP_POLICIES = `
  do $$
  declare
    p record;
  begin
    for p in select policyname, tablename from pg_policies where schemaname = 'afara' loop
      execute format('drop policy %I on %I', p.policyname, p.tablename);
    end loop;
  end $$`

const REVOKE_ALL = `
  do $$
  declare
    v_role text;
  begin
    for v_role in select rolname from pg_roles where rolname like 'afara\\_%' and rolname <> 'afara_owner' loop
      execute format('revoke all on all tables in schema afara from %I', v_role);
      execute format('revoke all on all functions in schema afara from %I', v_role);
    end loop;
  end $$`
