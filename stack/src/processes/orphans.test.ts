import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { reapOrphans } from './orphans.ts'
import { readProcess } from './process-table.ts'
import { takeRunnerLock } from './runner-lock.ts'
import { createTemporaryRun } from './temporary-run.ts'

const run = await createTemporaryRun()

afterAll(() => run.remove())

/** Runs a program that starts a part, prints its process id, and is then killed. */
async function startAndDie(body: string): Promise<string> {
  const stack = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
  const script = `
    const { startChild } = await import(${stack('./child-process.ts')})
    const { recordPartsIn } = await import(${stack('./orphans.ts')})
    const { createTemporaryRun } = await import(${stack('./temporary-run.ts')})
    const { takeRunnerLock } = await import(${stack('./runner-lock.ts')})
    const start = (directory, onSpawn) => startChild({ name: 'part', command: process.execPath,
      args: ['-e', 'setInterval(() => {}, 1000)'], environment: {}, logFile: directory + '/part.log', onSpawn })
    ${body}`
  const runner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(runner.stdout, 'data')) as [Buffer]
  runner.kill('SIGKILL')
  await once(runner, 'exit')
  return said.toString().trim()
}

test('the next runner ends the processes of a runner that was killed', async () => {
  const directory = join(run.directory, 'dev')
  const partId = Number(
    await startAndDie(`
      await takeRunnerLock(${JSON.stringify(directory)})
      const directory = ${JSON.stringify(directory)}
      console.log((await start(directory, recordPartsIn(directory))).processId)`),
  )
  expect(readProcess(partId)).toBeDefined()
  const lock = await takeRunnerLock(directory)
  expect(await reapOrphans(directory)).toBe(1)
  expect(readProcess(partId)).toBeUndefined()
  lock.release()
})

test('a process that reuses a recorded process id is not ended, and an incomplete line is ignored', async () => {
  const directory = join(run.directory, 'reused')
  mkdirSync(directory)
  const ourselves = JSON.stringify({ processId: process.pid, startTime: '1' })
  writeFileSync(join(directory, 'parts.jsonl'), `${ourselves}\n{"processId":`)
  expect(await reapOrphans(directory)).toBe(0)
})

test('a second runner is refused with the process id of the first', async () => {
  const directory = join(run.directory, 'one-only')
  const lock = await takeRunnerLock(directory)
  await expect(takeRunnerLock(directory)).rejects.toThrow(`as process ${process.pid}`)
  lock.release()
  const again = await takeRunnerLock(directory)
  again.release()
})

test('a new temporary run removes the folder of a run whose program was killed', async () => {
  const [partId, directory] = (
    await startAndDie(`
      const run = await createTemporaryRun()
      console.log((await start(run.directory, run.onSpawn)).processId, run.directory)`)
  ).split(' ')
  const next = await createTemporaryRun()
  expect(existsSync(directory ?? '')).toBe(false)
  expect(readProcess(Number(partId))).toBeUndefined()
  expect(existsSync(run.directory)).toBe(true)
  next.remove()
})
