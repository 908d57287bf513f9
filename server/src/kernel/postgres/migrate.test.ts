import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from './migrate.ts'
import { readSqlFiles, SQL_FOLDER } from './sql-tree.ts'

const administrator = `postgres://postgres@127.0.0.1:${inject('postgres').port}`
const dropLater: string[] = []
const dropTrees: string[] = []
let next: string

/** Creates the SQL tree of a later release. */
beforeAll(async () => {
  next = await mkdtemp(join(tmpdir(), 'afara-sql-'))
  await cp(SQL_FOLDER, next, { recursive: true })
  await writeFile(
    join(next, 'schema/9001_business_sector.sql'),
    `alter table business add column sector text not null default 'unknown';`,
  )
  const file = join(next, 'functions/kernel/kernel.sql')
  const text = await readFile(file, 'utf8')
  await writeFile(
    file,
    `${text}\n-- What a business does.\ncreate or replace function sector_of(p_business uuid) returns text language sql stable
  return (select b.sector from business b where b.id = p_business);\n`,
  )
})

afterAll(async () => {
  for (const tree of [next, ...dropTrees]) await rm(tree, { recursive: true })
  for (const name of dropLater)
    await runStatement(`${administrator}/postgres`, `drop database ${name} with (force)`)
})

async function emptyDatabase(): Promise<string> {
  const name = `empty_${randomBytes(6).toString('hex')}`
  await runStatement(`${administrator}/postgres`, `create database ${name}`)
  dropLater.push(name)
  return `${administrator}/${name}`
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set search_path = afara')
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('a new database needs two people for a live decision and one for a decision in test mode', async () => {
  const url = await emptyDatabase()
  await migrate(url)
  expect(await ask(url, 'select mode, people from decision_policy order by mode')).toEqual([
    { mode: 'live', people: 2 },
    { mode: 'test', people: 1 },
  ])
})

test('a later release is applied once to a database with rows', async () => {
  const database = await createTestDatabase()
  const url = database.url()
  await ask(url, `insert into business (id, name, link_tag) values (uuidv7(), 'Ada Foods', 'ada-foods')`)

  expect(await migrate(url, next)).toEqual(['schema/9001_business_sector.sql', 'functions/kernel/kernel.sql'])
  expect(await ask(url, `select name, sector_of(id) as sector from business`)).toEqual([
    { name: 'Ada Foods', sector: 'unknown' },
  ])
  expect(await migrate(url, next)).toEqual([])
  await expect(migrate(url)).rejects.toThrow(
    'schema/9001_business_sector.sql, which this release does not have',
  )
  await database.drop()
})

test('a later release adds a type of transaction and uses it at once', async () => {
  const database = await createTestDatabase()
  const later = await mkdtemp(join(tmpdir(), 'afara-sql-'))
  await cp(SQL_FOLDER, later, { recursive: true })
  await writeFile(
    join(later, 'schema/9001_swap.sql'),
    `alter type transaction_type add value if not exists 'swap';
insert into transition values ('swap', '', 'accepted', 'started');`,
  )
  expect(await migrate(database.url(), later)).toEqual(['schema/9001_swap.sql'])
  expect(await ask(database.url(), `select to_status from transition where type = 'swap'`)).toEqual([
    { to_status: 'started' },
  ])
  await rm(later, { recursive: true })
  await database.drop()
})

test('two migrators at once apply each file once', async () => {
  const url = await emptyDatabase()
  const [one, other] = await Promise.all([migrate(url), migrate(url)])
  const all = ['schema', 'functions', 'checks', 'triggers', 'policies', 'generated', 'grants'].flatMap(
    (part) => readSqlFiles(part),
  )
  expect([...one, ...other].sort()).toEqual(all.map(({ name }) => name).sort())
})

test('a release that fails leaves every function as it was, and the next run goes on', async () => {
  const database = await createTestDatabase()
  const broken = await mkdtemp(join(tmpdir(), 'afara-sql-'))
  await cp(next, broken, { recursive: true })
  await writeFile(
    join(broken, 'functions/kernel/broken.sql'),
    `-- Names a table that is not there.\ncreate or replace function broken() returns bigint language sql as $$ select count(*) from no_such_table $$;`,
  )
  await expect(migrate(database.url(), broken)).rejects.toThrow('relation "no_such_table" does not exist')
  expect(
    await ask(
      database.url(),
      `select to_regprocedure('broken()') as made, to_regprocedure('sector_of(uuid)') as other`,
    ),
  ).toEqual([{ made: null, other: null }])
  expect(await migrate(database.url(), next)).toEqual(['functions/kernel/kernel.sql'])
  await rm(broken, { recursive: true })
  await database.drop()
})

test('a numbered file that was applied must not change', async () => {
  const database = await createTestDatabase()
  const changed = await mkdtemp(join(tmpdir(), 'afara-sql-'))
  await cp(SQL_FOLDER, changed, { recursive: true })
  await writeFile(join(changed, 'schema/0006_rates.sql'), '-- Nothing.')
  await expect(migrate(database.url(), changed)).rejects.toThrow(
    'schema/0006_rates.sql was changed after it was applied',
  )
  await rm(changed, { recursive: true })
  await database.drop()
})

test('a trigger, policy or grant that was removed from its file is removed from the database', async () => {
  const database = await createTestDatabase()
  const less = await mkdtemp(join(tmpdir(), 'afara-sql-'))
  await cp(SQL_FOLDER, less, { recursive: true })
  await writeFile(join(less, 'triggers/guards.sql'), '')
  await writeFile(join(less, 'policies/vault.sql'), '')
  await writeFile(join(less, 'grants/server.sql'), 'grant usage on schema afara to afara_api;')
  await migrate(database.url(), less)
  expect(
    await ask(
      database.url(),
      `select (select count(*) from pg_trigger where tgname = 'case_file_guard') as triggers,
         (select count(*) from pg_policies where policyname = 'signer_reads') as policies,
         has_function_privilege('afara_api', 'accept_buys(json)', 'execute') as granted`,
    ),
  ).toEqual([{ triggers: '0', policies: '0', granted: false }])
  await rm(less, { recursive: true })
  await database.drop()
})

/** A copy of the present tree with other files. */
async function treeWith(files: Readonly<Record<string, string>>): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'afara-sql-'))
  dropTrees.push(tree)
  await cp(SQL_FOLDER, tree, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(tree, name), text)
  return tree
}

test('a release locks only the tables whose triggers or policies change', async () => {
  const database = await createTestDatabase()
  const guards = readSqlFiles('triggers/people.sql')[0]?.text ?? ''
  const policies = readSqlFiles('policies/people.sql')[0]?.text ?? ''
  const tree = await treeWith({
    'triggers/people.sql': `${guards.replace('before update on mail ', 'before update or delete on mail ')}
create trigger lane_watch after update on lane for each row execute function guard_lane();`,
    'policies/people.sql': `${policies}\ncreate policy planted on business to afara_api using (id is not null);`,
  })
  const oids = `select t.oid, c.relname, tgname from pg_trigger t join pg_class c on c.oid = tgrelid where not tgisinternal
    union all select p.oid, c.relname, polname from pg_policy p join pg_class c on c.oid = polrelid`
  const before = await ask(database.url(), oids)
  await migrate(database.url(), tree)
  const after = await ask(database.url(), oids)
  const ids = new Set(before.map((row) => JSON.stringify(row)))
  expect(after.filter((row) => !ids.has(JSON.stringify(row)))).toEqual(
    expect.arrayContaining([
      { oid: expect.anything(), relname: 'mail', tgname: 'mail_guard' },
      { oid: expect.anything(), relname: 'lane', tgname: 'lane_watch' },
      { oid: expect.anything(), relname: 'business', tgname: 'planted' },
    ]),
  )
  expect(after.filter((row) => ids.has(JSON.stringify(row)))).toHaveLength(before.length - 1)
  await database.drop()
})

test('a table in use stops the release only for a moment, and no reader waits behind it for long', async () => {
  const database = await createTestDatabase()
  const holder = new Client({ connectionString: database.url() })
  await holder.connect()
  await holder.query('begin; lock table afara.business in access share mode')
  const migrated = migrate(database.url(), next)
  const reader = new Client({ connectionString: database.url(), statement_timeout: 5000 })
  await reader.connect()
  // The migration asks for the table again and again. If it waited for the holder, so would each reader.
  for (let read = 0; read < 20; read += 1) await reader.query('select count(*) from afara.business')
  await holder.query('commit')
  expect(await migrated).toContain('schema/9001_business_sector.sql')
  await Promise.all([holder.end(), reader.end()])
  await database.drop()
})

test('indexes of a large table are built while others write, and an interrupted build is repeated', async () => {
  const database = await createTestDatabase()
  const url = database.url()
  await ask(
    url,
    `insert into business (id, name, link_tag) select uuidv7(), 'Ada', 'ada-' || n from generate_series(1, 2) n`,
  )
  // A build that fails leaves an invalid index, as one that was killed does.
  await expect(
    ask(url, 'create unique index concurrently business_by_name on business (name)'),
  ).rejects.toThrow('could not create unique index')
  const writer = new Client({ connectionString: url })
  await writer.connect()
  await writer.query(
    `begin; set search_path = afara; insert into business (id, name, link_tag) values (uuidv7(), 'Obi', 'obi')`,
  )
  const tree = await treeWith({
    'schema/9001_names.sql': 'create index concurrently if not exists business_by_name on business (name);',
  })
  const migrated = migrate(url, tree)
  await writer.query(`insert into business (id, name, link_tag) values (uuidv7(), 'Uche', 'uche'); commit`)
  expect(await migrated).toEqual(['schema/9001_names.sql'])
  expect(
    await ask(
      url,
      `select indisvalid as valid from pg_index where indexrelid = 'business_by_name'::regclass`,
    ),
  ).toEqual([{ valid: true }])
  expect(await migrate(url, tree)).toEqual([])
  await writer.end()
  await database.drop()
})

test('a view that did not change is not replaced, because its readers would wait', async () => {
  const database = await createTestDatabase()
  const file = 'functions/matching/allocating.sql'
  const text = readSqlFiles(file)[0]?.text ?? ''
  const writers = () =>
    ask(
      database.url(),
      `select c.relname, r.xmin::text from pg_rewrite r join pg_class c on c.oid = ev_class
       where relname in ('credit_use', 'standing_allocation') order by relname`,
    )
  const before = await writers()
  expect(await migrate(database.url(), await treeWith({ [file]: `${text}\n-- The end.\n` }))).toEqual([file])
  expect(await writers()).toEqual(before)

  const other = await treeWith({ [file]: text.replace(/;\s*$/, ' and a.id is not null;\n') })
  expect(await migrate(database.url(), other)).toEqual([file])
  expect(await writers()).toEqual([before[0], { relname: 'standing_allocation', xmin: expect.anything() }])
  expect(await writers()).not.toEqual(before)
  await database.drop()
})
