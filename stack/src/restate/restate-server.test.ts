import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTemporaryRun } from '../processes/temporary-run.ts'
import { startRestate } from './restate-server.ts'

const run = await createTemporaryRun()
const directory = join(run.directory, 'restate')

afterAll(() => run.remove())

test('after kill -9 Restate starts again, with or without its folder', async () => {
  const first = await startRestate({ directory, onSpawn: run.onSpawn })
  await first.kill()
  const second = await startRestate({ directory, onSpawn: run.onSpawn })
  await second.kill()
  rmSync(directory, { recursive: true })
  const third = await startRestate({ directory, onSpawn: run.onSpawn })
  const services = (await (await fetch(`${third.adminUrl}/services`)).json()) as { services: unknown[] }
  expect(services.services).toEqual([])
  await third.stop()
})

test('a worker that does not listen is refused with a reason', async () => {
  const restate = await startRestate({ directory, onSpawn: run.onSpawn })
  await expect(restate.registerWorker('http://127.0.0.1:1')).rejects.toThrow('rejected the worker')
  await restate.stop()
})
