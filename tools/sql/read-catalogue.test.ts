import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQL_FOLDER } from '@afara/server/kernel/postgres/sql-tree.ts'
import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareCatalogues, readCatalogue, snapshotOf } from './read-catalogue.ts'

const database = await createTestDatabase()
const client = new Client({ connectionString: database.url() })
let differing: string[]

beforeAll(async () => {
  const before = await readCatalogue(database.url())
  await client.connect()
  await client.query('set search_path = afara')
  for (const [change] of changes) await client.query(change)
  const differences = compareCatalogues(before, await readCatalogue(database.url()))
  differing = differences.map((difference) => difference.split('\n')[0] ?? '')
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Each change, and the object that must differ after it. */
const changes: ReadonlyArray<readonly [change: string, object: string]> = [
  ['alter table buy add column note text', 'table buy column'],
  ['alter table buy alter column fee_minor drop not null', 'table buy column'],
  [`alter table buy alter column needs set default '{x}'`, 'table buy column'],
  ['alter table lane add check (network <> mode::text)', 'table lane constraint lane_check'],
  ['create index planted on entry (step)', 'table entry index planted'],
  ['drop trigger lane_guard on lane', 'table lane trigger lane_guard'],
  ['alter table case_file disable trigger case_file_guard', 'table case_file trigger case_file_guard'],
  ['drop policy own_rows on transaction', 'table transaction policy own_rows'],
  ['alter table transaction no force row level security', 'table transaction'],
  ['grant insert on posting to afara_api', 'table posting'],
  ['grant select (raw) on transfer_attempt to afara_api', 'table transfer_attempt column'],
  ['grant execute on function post_entry to afara_api', 'function post_entry'],
  ['alter function accept_buys security invoker', 'function accept_buys'],
  ['alter function work_webhooks reset enable_seqscan', 'function work_webhooks'],
  ['alter function tenant_mode owner to postgres', 'function tenant_mode'],
  [
    'create or replace function afara_uuid() returns uuid language sql volatile return uuidv4()',
    'function afara_uuid',
  ],
  ['create function planted() returns int language sql return 1', 'function planted'],
  [`alter type mode add value 'third'`, 'type mode'],
  [`alter domain digest add constraint planted check (value <> '')`, 'domain digest'],
  [`insert into vendor_account_edge values ('closed', 'active', false)`, 'rows vendor_account_edge'],
]

test.each(changes)('"%s" shows as a difference', (_, object) => {
  expect(differing.join('\n')).toContain(`: ${object}`)
})

test('unchanged objects do not differ, and white space and comments in a body do not matter', async () => {
  expect(differing).toHaveLength(changes.length)
  const before = await readCatalogue(database.url())
  await client.query(
    `do $$ begin execute replace(pg_get_functiondef('refuse_change'::regproc), 'begin', E'begin\n  -- Planted.\n'); end $$`,
  )
  expect(compareCatalogues(before, await readCatalogue(database.url()))).toEqual([])
})

test('the committed snapshot equals that of a migrated database, and differs after a change', async () => {
  const committed = readFileSync(join(SQL_FOLDER, 'snapshot.sql'), 'utf8')
  const fresh = await createTestDatabase()
  // Databases of tests declare a step that may post anything.
  await runStatement(fresh.url(), `delete from afara.declared_posting where step = 'test'`)
  // Databases of tests ask for two people in test mode. A migrated database asks for one.
  await runStatement(fresh.url(), `update afara.decision_policy set people = 1 where mode = 'test'`)
  expect(snapshotOf(await readCatalogue(fresh.url()))).toBe(committed)
  expect(snapshotOf(await readCatalogue(database.url()))).not.toBe(committed)
  await fresh.drop()
})
