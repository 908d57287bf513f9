import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Child, startChild } from '../processes/child-process.ts'
import { createTemporaryRun } from '../processes/temporary-run.ts'
import { launchServices, type Service } from './launch-services.ts'

const run = await createTemporaryRun()

afterAll(() => run.remove())

async function startSleeper(name: string): Promise<Child> {
  return startChild({
    name,
    command: '/bin/sleep',
    args: ['600'],
    environment: {},
    logFile: join(run.directory, `${name}.log`),
    onSpawn: run.onSpawn,
  })
}

/** A service whose part records its start and stop in `events`. */
function sleeper(name: string, after: string[], events: string[], parts: Child[] = []): Service {
  return {
    name,
    after,
    start: async () => {
      const part = await startSleeper(name)
      parts.push(part)
      events.push(`start ${name}`)
      const stop = async () => {
        await part.stop()
        events.push(`stop ${name}`)
      }
      return { part: { ...part, stop }, facts: { [name]: 'up' } }
    },
  }
}

test('services start after what they need and stop in the reverse order', async () => {
  const events: string[] = []
  const services = [sleeper('database', [], events), sleeper('api', ['database'], events)]
  const launch = launchServices(services, (name) => events.push(`ready ${name}`))
  expect(await launch.ready).toEqual({ database: 'up', api: 'up' })
  await launch.stop()
  expect(events).toEqual([
    'start database',
    'ready database',
    'start api',
    'ready api',
    'stop api',
    'stop database',
  ])
})

test('when one service fails, those that need it do not start and the others are stopped', async () => {
  const events: string[] = []
  const failing: Service = {
    name: 'migrations',
    after: ['database'],
    start: () => Promise.reject(new Error('bad SQL')),
  }
  const services = [sleeper('database', [], events), failing, sleeper('api', ['migrations'], events)]
  const launch = launchServices(services, () => {})
  await expect(launch.ready).rejects.toThrow('bad SQL')
  await launch.stop()
  expect(events).toEqual(['start database', 'stop database'])
})

test('a service that stops unexpectedly is reported', async () => {
  const parts: Child[] = []
  const launch = launchServices([sleeper('database', [], [], parts)], () => {})
  await launch.ready
  await parts[0]?.kill()
  expect((await launch.broken).message).toContain('database stopped (SIGKILL)')
  await launch.stop()
})
