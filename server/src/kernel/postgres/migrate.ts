import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { compareGuards } from './replace-guards.ts'
import { blankCommentsAndStrings, splitStatements } from './sql-text.ts'
import {
  type Definition,
  dependentsOf,
  inDependencyOrder,
  readDefinitions,
  readSqlFiles,
  type SqlFile,
} from './sql-tree.ts'

const LOCK = 7_272_001
/** Generated functions, which are defined together with the others. */
const STATUS_SETS = 'generated/status-sets.sql'
/** While a migration waits for a lock, everybody who comes later waits too. So it soon gives up, lets them pass and tries again. */
const LOCK_TIMEOUT_MS = 100
const ATTEMPTS = 100

/**
 * Brings a database to the state that `server/sql` describes, and returns the names of the applied files. The processes of the last release
 * may go on working meanwhile.
 *
 * Numbered files in `schema/` run once, in order, and never change afterwards. Each is a transaction, except a file of concurrent indexes.
 * Functions, views, checks, triggers, policies, grants and the generated files are applied again whenever their text changes, all in one
 * transaction. If it fails, the next run goes on after the numbered files. Several processes may call this at once: the second waits and
 * finds nothing left to do.
 */
export async function migrate(url: string, sqlFolder?: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await takeTurn(client)
    await client.query(`
      create schema if not exists migration;
      create table if not exists migration.applied (
        name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migration.applied',
    )
    const known = new Map(rows.map(({ name, checksum }) => [name, checksum]))
    const read = (part: string) => readSqlFiles(part, sqlFolder)
    refuseUnknown(read('schema'), known)
    const numbered = read('schema').filter(({ name }) => !known.has(name))
    for (const file of numbered) await applyNumbered(client, file)
    const applied = await briefly(client, async () => applyTree(client, read, known, numbered.length > 0))
    return [...numbered.map(({ name }) => name), ...applied]
  } finally {
    await client.end()
  }
}

/**
 * Waits until no other migrator runs. It asks again and again, because a statement that waits for a lock is a transaction, and an index that
 * the other migrator builds concurrently would wait for its end.
 */
async function takeTurn(client: Client): Promise<void> {
  const isOurs = async () => {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${LOCK}) as taken`)
    return rows[0]?.taken === true
  }
  while (!(await isOurs())) await sleep(100)
}

async function applyNumbered(client: Client, file: SqlFile): Promise<void> {
  await addEnumValues(client, file)
  if (/^create (?:unique )?index concurrently/im.test(blankCommentsAndStrings(file.text))) {
    await buildIndexes(client, file)
    return
  }
  await briefly(client, async () => {
    if (!file.name.startsWith('schema/0001_')) await beOwner(client)
    await run(client, file.name, file.text)
    await client.query('reset role')
    await record(client, [file])
  })
}

/**
 * Commits the enum values that a numbered file adds, before the file runs. PostgreSQL does not let a transaction use an enum value that it
 * added itself. An unused value does no harm, and the file itself finds the value present.
 */
async function addEnumValues(client: Client, { text }: SqlFile): Promise<void> {
  for (const [statement, type] of text.matchAll(/^alter type (\w+) add value if not exists '\w+';$/gm)) {
    const { rowCount } = await client.query('select from pg_type where oid = to_regtype($1)', [
      `afara.${type}`,
    ])
    if (rowCount !== 0) await client.query(statement.replace('alter type ', 'alter type afara.'))
  }
}

/** Builds indexes while others write. PostgreSQL keeps the invalid index of a build that was interrupted, so it is dropped first. */
async function buildIndexes(client: Client, file: SqlFile): Promise<void> {
  await client.query('set role afara_owner; set search_path = afara')
  for (const { sql } of splitStatements(file.text)) {
    const name = /^create (?:unique )?index concurrently if not exists (\w+)/.exec(sql)?.[1]
    if (name === undefined)
      throw new Error(`${file.name} can contain only "create index concurrently if not exists"`)
    const { rowCount } = await client.query(
      'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [name],
    )
    if (rowCount !== 0) await client.query(`drop index concurrently ${name}`)
    await run(client, file.name, sql)
  }
  await client.query('reset role; reset search_path')
  await record(client, [file])
}

async function applyTree(
  client: Client,
  read: (part: string) => SqlFile[],
  known: ReadonlyMap<string, string>,
  hasNumbered: boolean,
): Promise<string[]> {
  const changed = (files: SqlFile[]) => files.filter(({ name, checksum }) => known.get(name) !== checksum)
  const definitions = changed([...read('functions'), ...read('checks'), ...read(STATUS_SETS)])
  const guards = [...read('triggers'), ...read('policies')]
  const [generated, grants] = [read('generated').filter(({ name }) => name !== STATUS_SETS), read('grants')]
  const touched = [...definitions, ...changed([...guards, ...generated, ...grants])]
  if (touched.length === 0 && !hasNumbered) return []

  await beOwner(client)
  const replaceViews = await define(client, definitions)
  for (const file of changed(generated)) await run(client, file.name, file.text)
  const corrections = changed(guards).length > 0 ? await correctionsOf(client, guards, known) : []
  await beOwner(client)
  // From here on others wait: for a view until the commit, and for a table whose triggers or policies change.
  await replaceViews()
  // A function or table that was created again has lost its grants. Grants are cheap, so all of them are applied again.
  await client.query(REVOKE_ALL)
  for (const file of grants) await run(client, file.name, file.text)
  for (const [name, statement] of corrections) await run(client, name, statement)
  await client.query('reset role')
  await record(client, touched)
  return touched.map(({ name }) => name)
}

/** Returns the statements that bring triggers and policies up to date, each with the name that an error shows. */
async function correctionsOf(
  client: Client,
  guards: readonly SqlFile[],
  known: ReadonlyMap<string, string>,
): Promise<ReadonlyArray<readonly [name: string, statement: string]>> {
  // A new database has no guards to compare, and nobody who waits.
  if (known.size === 0) return guards.map(({ name, text }) => [name, text])
  const statements = await compareGuards(client, guards)
  return statements.map((statement) => ['triggers and policies', statement])
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

/**
 * Creates functions and views, except views that change and what needs them: the returned function replaces these, because readers of a view
 * wait from then on. Bodies are checked at the end and not one by one, because they may name later definitions.
 */
async function define(client: Client, files: readonly SqlFile[]): Promise<() => Promise<void>> {
  const ordered = inDependencyOrder(readDefinitions(files))
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'afara'::regnamespace and relkind = 'v'`,
  )
  const present = new Set(rows.map(({ name }) => name))
  const views = ordered.filter(({ name, sql }) => present.has(name) && VIEW.test(sql))
  const waiting = dependentsOf(views, ordered)
  await defineAll(
    client,
    ordered.filter((definition) => !waiting.has(definition)),
  )
  const changed: Definition[] = []
  for (const view of views) if (await isChanged(client, view)) changed.push(view)
  const last = dependentsOf(changed, ordered)
  await defineAll(
    client,
    ordered.filter(
      (definition) => waiting.has(definition) && !last.has(definition) && !views.includes(definition),
    ),
  )
  const names = [...last].map(({ name }) => name)
  await validate(client, 'not (p.proname = any ($1))', names)
  return async () => {
    await defineAll(
      client,
      ordered.filter((definition) => last.has(definition)),
    )
    await validate(client, 'p.proname = any ($1)', names)
  }
}

const VIEW = /^create or replace view /

async function defineAll(client: Client, definitions: readonly Definition[]): Promise<void> {
  await client.query('set local check_function_bodies = off')
  for (const { name, file, sql } of definitions) await run(client, `${file} (${name})`, sql)
  await client.query('set local check_function_bodies = on')
}

/** Compares a view with its text, which is tried as a temporary view. If the text needs something newer, the view has changed. */
async function isChanged(client: Client, { name, sql }: Definition): Promise<boolean> {
  await client.query('savepoint trial')
  try {
    await client.query(sql.replace(VIEW, 'create temp view '))
    const { rows } = await client.query<{ same: boolean }>(
      `select pg_get_viewdef(a.oid) = pg_get_viewdef(b.oid) and a.reloptions is not distinct from b.reloptions as same
       from pg_class a, pg_class b where a.oid = to_regclass('pg_temp.' || $1) and b.oid = to_regclass('afara.' || $1)`,
      [name],
    )
    return rows[0]?.same !== true
  } catch {
    return true
  } finally {
    await client.query('rollback to savepoint trial')
  }
}

async function validate(client: Client, condition: string, names: readonly string[]): Promise<void> {
  try {
    await client.query(
      `select case l.lanname when 'sql' then fmgr_sql_validator(p.oid)::text else plpgsql_validator(p.oid)::text end
       from pg_proc p join pg_language l on l.oid = p.prolang
       where p.pronamespace = 'afara'::regnamespace and l.lanname in ('sql', 'plpgsql') and ${condition}`,
      [names],
    )
  } catch (error) {
    throw new Error(`migration functions failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Runs `work` in a transaction. If it waits too long for a lock, it lets others pass and begins again. */
async function briefly<T>(client: Client, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      const result = await work()
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      if (!isLockedOut(error) || attempt === ATTEMPTS) throw error
      await sleep(LOCK_TIMEOUT_MS * Math.min(attempt, 10))
    }
  }
}

/** No lock in time, or a deadlock. */
function isLockedOut(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return [code, cause?.code].some((one) => one === '55P03' || one === '40P01')
}

async function record(client: Client, files: readonly SqlFile[]): Promise<void> {
  for (const { name, checksum } of files) {
    await client.query(
      `insert into migration.applied (name, checksum) values ($1, $2)
       on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
      [name, checksum],
    )
  }
}

async function beOwner(client: Client): Promise<void> {
  await client.query('set local role afara_owner; set local search_path = afara')
}

async function run(client: Client, name: string, text: string): Promise<void> {
  try {
    await client.query(text)
  } catch (error) {
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

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
