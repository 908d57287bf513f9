import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { systemClock as clock } from '../../kernel/clock/clock.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { requireForwardCounter } from '../../kernel/postgres/require-forward-counter.ts'
import { createBusiness } from '../../records/businesses/manage-business.ts'
import { exportHead, sealNextBatch } from '../../records/ledger/seals/seal-rows.ts'
import { runAdmin } from './run-admin.ts'

const database = await createTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'afara-heads-'))
const heads = join(folder, 'seal-head')
const superuser = createPool(database.url(), { max: 1, applicationName: 'test' })
const owner = createPool(database.url('afara_owner'), { max: 1, applicationName: 'test' })
const sealer = createPool(database.url('afara_sealer'), { max: 1, applicationName: 'test' })

afterAll(async () => {
  await Promise.all([superuser.end(), owner.end(), sealer.end()])
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function admin(...args: string[]) {
  const said: string[] = []
  const code = await runAdmin(args, {
    readConfig: () => ({ ownerUrl: database.url('afara_owner'), cell: 'dev', peppers: new Map() }),
    readMigrationUrl: () => database.url(),
    readMailKey: () => Buffer.alloc(32, 5),
    readPeopleOrigin: () => 'http://localhost',
    print: (text) => said.push(text),
    printError: (text) => said.push(text),
  })
  return { code, said: said.join('\n') }
}

test('a migrated database has nothing to migrate', async () => {
  expect(await admin('migrate')).toEqual({ code: 0, said: 'The schema is up to date.' })
})

test('an intact database passes; after a row was edited, the command names the row and fails', async () => {
  await createBusiness(owner, {
    name: 'Ada Foods',
    linkTag: 'ada-foods',
    actor: 'system:test',
    reason: 'a test',
  })
  await expect
    .poll(
      async () => {
        const seal = await sealNextBatch({ pool: sealer, clock })
        if (seal !== undefined) await exportHead(heads, seal)
        return seal?.rowCount
      },
      { timeout: 30_000 },
    )
    .toBe(1)
  expect(await admin('check')).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^All \d+ checks passed\.$/),
  })
  expect(await admin('verify', '--heads', heads)).toMatchObject({
    code: 0,
    said: expect.stringContaining('1 rows under 1 seals'),
  })

  await superuser.query(`set session_replication_role = replica`)
  await superuser.query(`update afara.audit set reason = 'another'`)
  const found = await admin('verify', '--heads', heads)
  expect(found.code).toBe(1)
  expect(found.said).toMatch(/^row_changed: audit [0-9a-f-]{36}$/m)
})

test('no process starts after the transaction counter has decreased', async () => {
  await expect(requireForwardCounter(superuser)).resolves.toBeUndefined()
  await superuser.query('update afara.sequencer set last_xid = last_xid + 1000000000')
  await expect(requireForwardCounter(superuser)).rejects.toThrow(/behind its own records/)
})
