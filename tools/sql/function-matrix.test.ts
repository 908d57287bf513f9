import { readDefinitions, readSqlFiles } from '@afara/server/kernel/postgres/sql-tree.ts'
import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { holdsDefinitions } from './find-problems.ts'
import { findRowProblems, readFunctionRows } from './function-rows.ts'

const database = await createTestDatabase()
afterAll(async () => database.drop())

const files = readSqlFiles('.')
const definitions = readDefinitions(files.filter(({ name }) => holdsDefinitions(name)))
const rows = readFunctionRows(files, definitions)

type Cell = Readonly<{ name: string; role: string; is_executable: boolean }>

const matrix = async (): Promise<readonly Cell[]> => {
  const found = await runStatement(
    database.url(),
    `select case when n.nspname = 'afara' then '' else n.nspname || '.' end || p.proname as name, r.role,
       has_function_privilege(r.role, p.oid, 'execute') as is_executable
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
       (select rolname::text from pg_roles where rolname like 'afara\\_%' and rolname <> 'afara_owner' union all select 'public') as r (role)
     where n.nspname not in ('pg_catalog', 'information_schema') order by 1, 2`,
  )
  return found as unknown as readonly Cell[]
}

/** Returns where PostgreSQL and the files in `grants/` disagree. `public` stands for every role, so an inherited right shows as well. */
function wrongOf(cells: readonly Cell[]): string[] {
  return cells
    .filter(({ name, role, is_executable }) => is_executable !== (rows.get(name)?.has(role) ?? false))
    .map(({ name, role, is_executable }) => `${role} ${is_executable ? 'may' : 'may not'} execute ${name}`)
}

test('every role may execute exactly the functions of its rows', async () => {
  const cells = await matrix()
  const roles = new Set(cells.map(({ role }) => role))
  const wrong = wrongOf(cells)
  console.log(
    `matrix functions=${new Set(cells.map(({ name }) => name)).size} roles=${roles.size} cells=${cells.length} wrong=${wrong.length}`,
  )
  expect(wrong).toEqual([])
  expect([...rows.values()].flatMap((of) => [...of]).filter((role) => !roles.has(role))).toEqual([])
})

test('no role is a member of another, and none may give itself rights', async () => {
  const above = await runStatement(
    database.url(),
    `select m.member::regrole::text as role, m.roleid::regrole::text as of from pg_auth_members m where m.member::regrole::text like 'afara\\_%'
     union all select rolname::text, 'itself' from pg_roles
       where rolname like 'afara\\_%' and (rolsuper or rolcreaterole or rolbypassrls or rolcreatedb or rolreplication)
     union all select s.role, 'creates in schemas' from pg_namespace n,
       (select rolname::text from pg_roles where rolname like 'afara\\_%' and rolname <> 'afara_owner') as s (role)
       where n.nspname not like 'pg\\_%' and has_schema_privilege(s.role, n.oid, 'create')`,
  )
  expect(above).toEqual([])
})

test('the matrix shows a right that PUBLIC, a role or a member of a role has by accident', async () => {
  await runStatement(database.url(), 'grant execute on function afara.post_entry to public')
  const shown = wrongOf(await matrix())
  expect(shown).toContain('public may execute post_entry')
  expect(shown).toContain('afara_signer may execute post_entry')
  await runStatement(database.url(), 'revoke execute on function afara.post_entry from public')
  await runStatement(
    database.url(),
    'create schema other; create function other.loose() returns int language sql return 1',
  )
  expect(wrongOf(await matrix())).toContain('afara_api may execute other.loose')
  await runStatement(database.url(), 'drop schema other cascade')
})

test('a new function without a row is a problem', () => {
  const added = {
    name: 'take_all',
    file: 'functions/x/y.sql',
    comment: 'why',
    sql: 'create or replace function take_all() returns int',
  }
  expect(findRowProblems(files, [...definitions, added])).toEqual([
    expect.stringContaining('functions/x/y.sql: take_all has no row'),
  ])
  expect(
    findRowProblems(
      files,
      definitions.filter(({ name }) => name !== 'post_entry'),
    ),
  ).toEqual(['grants/: there is no function post_entry'])
})

test('everything that operators carry out begins with the decision of two', () => {
  const loose = definitions.filter(
    ({ name, sql }) =>
      /^carry_out_(?!buy_)/.test(name) && !/\b(decided_case|decided_buy|decided_sell|carry_out)\(/.test(sql),
  )
  expect(loose.map(({ name }) => name)).toEqual([])
})
