import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { type Child, startChild } from './child-process.ts'
import { acceptsConnections, choosePort, claimPort, findFreePort } from './loopback-port.ts'
import { askPs, readProcess } from './process-table.ts'
import { createTemporaryRun } from './temporary-run.ts'
import { waitUntilReady } from './wait-until-ready.ts'

const run = await createTemporaryRun()
const logFile = join(run.directory, 'part.log')

afterAll(() => run.remove())

async function startScript(script: string): Promise<Child> {
  return startChild({
    name: 'part',
    command: process.execPath,
    args: ['-e', script],
    environment: {},
    logFile,
    onSpawn: run.onSpawn,
  })
}

/** Starts a shell that runs `sleep` as its child, and returns the id of that `sleep`. */
async function startFamily(trap: string): Promise<{ parent: Child; childId: number }> {
  const file = join(run.directory, `family-${Date.now()}.log`)
  const parent = await startChild({
    name: 'family',
    command: '/bin/sh',
    args: ['-c', `${trap}; sleep 600 & echo $!; wait; wait`],
    environment: { PATH: process.env.PATH },
    logFile: file,
    onSpawn: run.onSpawn,
  })
  let childId = 0
  while (!(childId > 0)) {
    await sleep(10)
    childId = Number.parseInt(readFileSync(file, 'utf8'), 10)
  }
  return { parent, childId }
}

test('a process that ends before it is ready fails with its last output', async () => {
  const child = await startScript(`console.error('the disk is full'); process.exit(3)`)
  await expect(waitUntilReady(child, async () => false, 'Make room.')).rejects.toThrow(
    /part ended \(code 3\) before it was ready[^]*Make room[^]*the disk is full/,
  )
})

test('a process that has died is not ready, even if its port answers', async () => {
  const child = await startScript('')
  await child.ended
  await expect(waitUntilReady(child, async () => true, '')).rejects.toThrow('before it was ready')
})

test('a process that hangs is killed at the deadline', async () => {
  const child = await startScript('setInterval(() => {}, 1000)')
  await expect(waitUntilReady(child, async () => false, '', 50)).rejects.toThrow('was not ready within')
  expect(child.isAlive()).toBe(false)
})

test('a program that does not exist is an error at once', async () => {
  const options = { name: 'none', command: '/no/such/program', args: [], environment: {}, logFile }
  await expect(startChild(options)).rejects.toThrow('ENOENT')
})

test('stop ends the whole group, even if the leader ends first', async () => {
  const { parent, childId } = await startFamily('true')
  await parent.stop()
  await parent.stop()
  expect(await parent.ended).toBe('SIGTERM')
  while (readProcess(childId) !== undefined) await sleep(5)
})

test('kill ends a process and its children, even if they ignore signals', async () => {
  const { parent, childId } = await startFamily(`trap '' TERM`)
  await parent.kill()
  await parent.kill()
  expect(await parent.ended).toBe('SIGKILL')
  expect(readProcess(childId)).toBeUndefined()
})

test('ps tells the same about a process as /proc', async () => {
  const child = await startScript('setInterval(() => {}, 1000)')
  const known = readProcess(child.processId)
  expect(askPs(['-p', `${child.processId}`])).toEqual([
    { ...known, startTime: expect.stringMatching(/\d{4}$/) },
  ])
  expect(askPs(['-A']).map(({ processId }) => processId)).toContain(child.processId)
  await child.kill()
  expect(askPs(['-p', `${child.processId}`])).toEqual([])
})

test('a taken port is refused if it was required, and replaced if it was only preferred', async () => {
  const port = await findFreePort()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  expect(await acceptsConnections(port)).toBe(true)
  await expect(claimPort(port)).rejects.toThrow('another program uses port')
  expect(await choosePort(port)).not.toBe(port)
  await new Promise((resolve) => server.close(resolve))
  expect(await acceptsConnections(port)).toBe(false)
  expect(await claimPort(port)).toBe(port)
})

test('a port that one process chose is not chosen by another, although nothing listens there yet', async () => {
  const port = await findFreePort()
  const ports = JSON.stringify(import.meta.resolve('./loopback-port.ts'))
  const other = await startScript(
    `import(${ports}).then(async ({ choosePort }) => console.log('it chose', await choosePort(${port})))`,
  )
  expect(await other.ended).toBe('code 0')
  const [, chosen] = /it chose (\d+)/.exec(readFileSync(logFile, 'utf8')) ?? []
  expect(Number(chosen)).toBeGreaterThan(0)
  expect(Number(chosen)).not.toBe(port)
})
