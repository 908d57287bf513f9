import { generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMigratedDatabase, startMigratedPostgres } from '@afara/stack/postgres/migrated-cluster.ts'
import { findPostgresFiles, findPostgresHome } from '@afara/stack/postgres/postgres-files.ts'
import { startPostgres } from '@afara/stack/postgres/postgres-server.ts'
import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runBackup } from '../../src/entry/backup/run-backup.ts'
import { readReach } from '../../src/flows/backups/unpack-backup.ts'
import { createFileArchive } from '../../src/kernel/archive.ts'

const run = await createTemporaryRun()
const at = { directory: join(run.directory, 'postgres'), durable: true, onSpawn: run.onSpawn }
const place = (name: string) => join(run.directory, name)
const archive = place('archive')
let postgres = await startMigratedPostgres(at)
const sql = async (text: string) => runStatement(postgres.url('postgres', 'afara'), text)
const lines: string[] = []
let stopping = new AbortController()
let archiving: Promise<number> | undefined

/** Runs a command as its process would. */
async function backup(...args: string[]): Promise<number> {
  return runBackup(args, {
    readUrl: () => postgres.url('afara_backup', 'afara'),
    print: (text) => lines.push(text),
    printError: (text) => lines.push(text),
    input: new PassThrough(),
    output: new PassThrough(),
    stopped: stopping.signal,
  })
}

function startArchive(): void {
  stopping = new AbortController()
  archiving = backup(
    'archive',
    '--to',
    archive,
    '--key',
    place('public.pem'),
    '--metrics',
    place('archive.prom'),
  )
}

async function stopArchive(): Promise<void> {
  stopping.abort()
  expect(await archiving).toBe(0)
}

/** Returns the time of the database, once all that was committed before it is in the archive. */
async function archivedNow(): Promise<string> {
  const [row] = await sql('select clock_timestamp() as at')
  const now = row?.at as Date
  await until(async () => (await reachedAt()) > now)
  return now.toISOString()
}

async function reachedAt(): Promise<Date> {
  return readReach(createFileArchive(archive)).catch(() => new Date(0))
}

async function until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isTrue())) await sleep(50)
}

let turn = 0
/** Restores into a new folder and returns its name. */
async function restore(
  from: string,
  ...more: string[]
): Promise<{ code: number; data: string; said: string }> {
  turn += 1
  // PostgreSQL must be able to enter the parent folder.
  const home = findPostgresHome(place(`restored-${turn}`))
  const data = join(home, 'data')
  lines.length = 0
  const programs = join(findPostgresFiles(), 'bin')
  const code = await backup(
    'restore',
    '--from',
    from,
    '--key',
    place('private.pem'),
    '--data',
    data,
    '--postgres',
    programs,
    ...more,
  )
  return { code, data, said: lines.join('\n') }
}

/** What a restored database contains. It is started as an operator would. */
async function look(folder: number, text: string) {
  const server = await startPostgres({ ...at, directory: place(`restored-${folder}`) })
  try {
    return await runStatement(server.url('postgres', 'afara'), text)
  } finally {
    await server.stop()
  }
}

beforeAll(async () => {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  writeFileSync(place('public.pem'), publicKey.export({ format: 'pem', type: 'spki' }))
  writeFileSync(place('private.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }))
  await createMigratedDatabase(postgres, 'afara')
  const [, role = ''] =
    /```sql\n(create role afara_backup[^`]*)```/.exec(readFileSync('docs/operate/backups.md', 'utf8')) ?? []
  await sql(role)
  await sql('create table written as select 0 as n')
  mkdirSync(archive)
  startArchive()
  await until(() => readdirSync(archive, { recursive: true }).some((name) => String(name).endsWith('.json')))
})

afterAll(async () => {
  stopping.abort()
  await archiving
  await postgres.stop()
  run.remove()
})

test('the database comes back as it was at a time, stopped and frozen, with nothing that came later', async () => {
  await sql('insert into written values (1)')
  const between = await archivedNow()
  await sql('insert into written values (2)')
  await archivedNow()
  const { code, said } = await restore(archive, '--to', between)
  expect(said).toContain('Everything outgoing is frozen')
  expect(code).toBe(0)
  expect(await look(turn, 'select n from written order by n')).toEqual([{ n: 0 }, { n: 1 }])
  expect(
    await look(turn, `select placed_by from afara.freeze_order where scope = 'all' and lifted_at is null`),
  ).toEqual([{ placed_by: 'system:restore' }])
})

test('without a time, all that was archived comes back: full segments, pieces and what a killed archive left', async () => {
  await sql(`insert into written select 3 from generate_series(1, 300000)`)
  await stopArchive()
  await sql('insert into written values (4)')
  startArchive()
  await archivedNow()
  const names = readdirSync(join(archive, 'wal'))
  expect(names.some((name) => name.length === 24) && names.some((name) => name.length > 24)).toBe(true)
  expect((await restore(archive)).code).toBe(0)
  expect(
    await look(turn, 'select n, count(*)::int as times from written where n > 2 group by n order by n'),
  ).toEqual([
    { n: 3, times: 300_000 },
    { n: 4, times: 1 },
  ])
})

test('a crash of PostgreSQL leaves no gap, and neither does a new timeline', async () => {
  await sql('insert into written values (5)')
  await postgres.kill()
  await sleep(1_500)
  postgres = await startPostgres({ ...at, port: postgres.port })
  await sql('insert into written values (6)')
  await archivedNow()
  // The restored database takes the place of the lost one, and the archive goes on.
  expect((await restore(archive)).code).toBe(0)
  await postgres.kill()
  const { port } = postgres
  postgres = await startPostgres({ ...at, directory: place(`restored-${turn}`), port })
  await sql('insert into written values (7)')
  await archivedNow()
  expect((await restore(archive)).code).toBe(0)
  expect(await look(turn, 'select n from written where n > 4 order by n')).toEqual([
    { n: 5 },
    { n: 6 },
    { n: 7 },
  ])
})

test('a time outside the archive, a folder with data, a changed object and a missing segment are refused with advice', async () => {
  const now = await archivedNow()
  const asked = async (from: string, ...more: string[]) => (await restore(from, ...more)).said
  expect(await asked(archive, '--to', '2026-01-01T00:00:00Z')).toContain('Choose a time after that')
  expect(await asked(archive, '--to', '2999-01-01T00:00:00Z')).toContain('leave out --to')
  expect(await asked(archive, '--to', '2026-01-01T00:00:00')).toContain('with its zone')
  expect(await asked(place('nothing'))).toContain('there is no archive')
  expect(await asked(archive, '--to', now, '--data', archive)).toContain('is not empty')
  const copy = place('copy')
  cpSync(archive, copy, { recursive: true })
  const whole = readdirSync(join(copy, 'wal')).filter((name) => name.length === 24)
  rmSync(join(copy, 'wal', whole.at(-1) ?? ''))
  expect(await asked(copy)).toContain('the archive lacks WAL')
  cpSync(archive, copy, { recursive: true })
  writeFileSync(join(copy, 'wal', whole.at(-1) ?? ''), 'no backup')
  expect(await asked(copy)).toContain('not whole')
})

test('while the archive cannot be written, it is told, its age grows, and nothing is lost', async () => {
  const before = await reachedAt()
  const moved = `${archive}-away`
  renameSync(archive, moved)
  writeFileSync(archive, 'not a folder')
  await until(() => lines.some((line) => line.includes('not archiving')))
  await sql('insert into written values (8)')
  rmSync(archive)
  renameSync(moved, archive)
  await archivedNow()
  expect(await reachedAt()).not.toEqual(before)
  expect((await restore(archive)).said).toContain('frozen')
  expect(await look(turn, 'select n from written where n > 7')).toEqual([{ n: 8 }])
  expect(readFileSync(place('archive.prom'), 'utf8')).toMatch(
    /^afara_archive_reach_timestamp_seconds \d+\.?\d*$/m,
  )
})

test('a drill reports a sound copy, and one that a check finds wrong', async () => {
  const drill = async () => {
    turn += 1
    const data = join(findPostgresHome(place(`restored-${turn}`)), 'data')
    lines.length = 0
    const programs = join(findPostgresFiles(), 'bin')
    const places = ['--from', archive, '--key', place('private.pem'), '--data', data, '--postgres', programs]
    const code = await backup('drill', ...places, '--metrics', place('drill.prom'))
    return { code, said: lines.join('\n'), metrics: readFileSync(place('drill.prom'), 'utf8') }
  }
  const sound = await drill()
  expect(sound.said).toMatch(/^drill rpo_s=\d+\.\d rto_s=\d+\.\d problems=0$/m)
  expect(sound.code).toBe(0)
  expect(sound.metrics).toMatch(/^afara_drill_success 1$/m)
  await sql(`insert into afara.freeze_order (id, scope, subject, reason, placed_by, placed_at, lifted_by, lifted_reason, lifted_at)
    values (gen_random_uuid(), 'all', '', 'a test', 'system:test', now(), gen_random_uuid()::text, 'a test', now())`)
  await archivedNow()
  const wrong = await drill()
  expect(wrong.said).toContain('check_freezes')
  expect(wrong.code).toBe(1)
  expect(wrong.metrics).toMatch(/^afara_drill_success 0$/m)
})
