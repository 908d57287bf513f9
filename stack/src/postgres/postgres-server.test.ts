import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createTemporaryRun } from '../processes/temporary-run.ts'
import { removePostgresHome } from './postgres-files.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { runStatement } from './run-statement.ts'

const run = await createTemporaryRun()
const directory = join(run.directory, 'postgres')
let running: PostgresServer | undefined

afterEach(() => running?.kill())
afterAll(() => run.remove())

async function start(options: { port?: number } = {}): Promise<PostgresServer> {
  running = await startPostgres({ directory, durable: true, onSpawn: run.onSpawn, ...options })
  return running
}

test('everything that was committed before kill -9 under load is there after the next start', async () => {
  const first = await start()
  const url = first.url('postgres', 'postgres')
  await runStatement(url, 'create table kept as select 1 as value')
  const busy = runStatement(url, `select count(*) from generate_series(1, 1e12)`).catch(
    (error: Error) => error,
  )
  await first.kill()
  expect(await busy).toBeInstanceOf(Error)
  const second = await start({ port: first.port })
  expect(await runStatement(second.url('postgres', 'postgres'), 'select value from kept')).toEqual([
    { value: 1 },
  ])
  await second.stop()
  expect(existsSync(join(directory, 'data/postmaster.pid'))).toBe(false)
})

test('a lock file whose process id now belongs to another program does not prevent the start', async () => {
  await (await start()).stop()
  writeFileSync(
    join(directory, 'data/postmaster.pid'),
    `${process.pid}\n${directory}/data\n1\n1\n\n127.0.0.1\n`,
  )
  const postgres = await start()
  expect(postgres.processId).not.toBe(process.pid)
})

test('a folder in use by a running server is refused with its process id', async () => {
  const first = await start()
  await expect(startPostgres({ directory, durable: true })).rejects.toThrow(`process ${first.processId}`)
})

test('a data folder that PostgreSQL cannot read causes an error that shows the log', async () => {
  await (await start()).stop()
  rmSync(join(directory, 'data/PG_VERSION'))
  await expect(start()).rejects.toThrow(/PG_VERSION|not a valid data directory/)
  removePostgresHome(directory)
  expect(existsSync(directory)).toBe(false)
})

test.runIf(process.getuid?.() === 0)(
  'root can keep a cluster in a folder that is closed to others',
  async () => {
    const closed = join(run.directory, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const inside = join(closed, 'postgres')
    running = await startPostgres({ directory: inside, durable: false, onSpawn: run.onSpawn })
    const [row] = await runStatement(running.url('postgres', 'postgres'), 'show data_directory')
    const data = String(row?.data_directory)
    expect(existsSync(data)).toBe(true)
    await running.stop()
    removePostgresHome(inside)
    expect(existsSync(data)).toBe(false)
  },
)
