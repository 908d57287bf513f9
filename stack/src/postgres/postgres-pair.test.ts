import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REPOSITORY_ROOT } from '../processes/node-process.ts'
import { createTemporaryRun } from '../processes/temporary-run.ts'
import { createMigratedDatabase } from './migrated-cluster.ts'
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts'
import { runStatement } from './run-statement.ts'

const run = await createTemporaryRun()
let pair: PostgresPair
beforeAll(async () => {
  pair = await startPostgresPair({
    directory: join(run.directory, 'pair'),
    isSynchronous: true,
    onSpawn: run.onSpawn,
    prepare: async (primary) => {
      await createMigratedDatabase(primary, 'afara')
      await runStatement(
        primary.url('postgres', 'afara'),
        'create table public.beat (number integer primary key)',
      )
    },
  })
})
afterAll(async () => {
  await pair.stop()
  run.remove()
})

const through = async (text: string) => runStatement(pair.url('postgres', 'afara'), text)

/** Asks until the proxy leads to a primary. */
async function eventually(text: string): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await through(text)
    } catch (error) {
      if (tries > 300) throw error
      await sleep(100)
    }
  }
}

test('the command refuses to run on the machine of the primary', { timeout: 60_000 }, async () => {
  const env = {
    DATABASE_URL_NODE: pair.urlOf('primary', 'postgres', 'afara'),
    DATABASE_URL_PEER: pair.urlOf('standby', 'postgres', 'afara'),
  }
  const command = promisify(execFile)(process.execPath, ['server/src/main-failover.ts', 'promote'], {
    cwd: REPOSITORY_ROOT,
    env,
  })
  await expect(command).rejects.toThrow('run the command on the other machine')
  expect(await eventually('select count(*)::integer as epochs from afara.database_epoch')).toEqual([
    { epochs: 0 },
  ])
})

test('what was committed is on the standby, and each promotion begins an epoch', {
  timeout: 400_000,
}, async () => {
  await eventually('insert into public.beat values (1)')
  for (const [number, fault] of [
    [2, 'kill'],
    [3, 'pause'],
    [4, 'cutOff'],
    [5, 'fillDisk'],
  ] as const) {
    await pair[fault]()
    await pair.promote()
    await eventually(`insert into public.beat values (${number})`)
    const rows = await through(
      'select count(*)::integer as beats, (select max(epoch)::integer from afara.database_epoch) as epoch from public.beat',
    )
    expect(rows).toEqual([{ beats: number, epoch: number - 1 }])
    await pair.rebuild()
    const names = await through('show synchronous_standby_names')
    expect(names).toEqual([{ synchronous_standby_names: '*' }])
  }
})
