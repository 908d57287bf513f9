import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startChild } from '../processes/child-process.ts'
import { acceptsConnections, findFreePort } from '../processes/loopback-port.ts'
import { createTemporaryRun } from '../processes/temporary-run.ts'
import { waitUntilReady } from '../processes/wait-until-ready.ts'
import { startReloading } from './hot-reload.ts'

const run = await createTemporaryRun()
const folder = join(run.directory, 'source')
const port = await findFreePort()
const said: string[] = []

afterAll(() => run.remove())

function writeServer(answer: string): void {
  writeFileSync(join(folder, 'deep', 'answer.json'), answer)
}

async function start() {
  const script = `const answer = JSON.parse(require('fs').readFileSync('deep/answer.json', 'utf8'))
    require('http').createServer((_, response) => response.end(answer)).listen(${port}, '127.0.0.1')`
  const child = await startChild({
    name: 'site',
    command: process.execPath,
    args: ['-e', script],
    environment: {},
    directory: folder,
    logFile: join(run.directory, 'site.log'),
    onSpawn: run.onSpawn,
  })
  await waitUntilReady(child, () => acceptsConnections(port), 'Mend it.')
  return child
}

async function waitUntilSaid(text: string): Promise<void> {
  while (!said.some((line) => line.includes(text))) await sleep(10)
  said.length = 0
}

test('a change is served at once; an error is reported, and the next change fixes it', async () => {
  mkdirSync(join(folder, 'deep'), { recursive: true })
  writeServer('"first"')
  const part = await startReloading({ name: 'site', folder, start, say: (line) => void said.push(line) })
  const read = async () => (await fetch(`http://127.0.0.1:${port}`)).text()
  expect(await read()).toBe('first')

  writeServer('"second"')
  await waitUntilSaid('site reloaded')
  expect(await read()).toBe('second')

  writeServer('not json')
  await waitUntilSaid('SyntaxError')

  writeServer('"third"')
  await waitUntilSaid('site reloaded')
  expect(await read()).toBe('third')

  await part.stop()
  expect(await acceptsConnections(port)).toBe(false)
})
