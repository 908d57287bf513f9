import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Chained, openRecordFile } from './record-file.ts'

const nothing = { add: () => {}, addLine: () => {} }
let folder: string
let path: string
let copy: string
let told: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afara-copy-'))
  mkdirSync(join(folder, 'second'))
  path = join(folder, 'journal.ndjson')
  copy = join(folder, 'second/journal.ndjson')
  told = []
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = async () =>
  openRecordFile<{ word: string }, Chained>(path, nothing, {
    path: copy,
    tell: ({ msg, error }) => told.push(error ?? msg),
  })

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(5)
}

/** Writes durable records in another process, which is killed before its copy can begin. */
function writeAndDie(words: readonly string[]): void {
  const script = `
    import { openRecordFile } from ${JSON.stringify(join(import.meta.dirname, 'record-file.ts'))}
    const file = await openRecordFile(${JSON.stringify(path)}, { add() {}, addLine() {} }, { path: ${JSON.stringify(copy)}, tell() {} })
    for (const word of ${JSON.stringify(words)}) { file.add({ word }); file.commit() }
    process.kill(process.pid, 'SIGKILL')`
  const { signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  if (signal !== 'SIGKILL') throw new Error(stderr)
}

test('a process that dies between the two writes leaves a copy that the next start completes', async () => {
  const first = await open()
  first.add({ word: 'one' })
  first.commit()
  await until(() => first.copyBehindSince() === undefined)
  await first.close()
  const before = readFileSync(copy, 'utf8')
  writeAndDie(['two', 'three'])
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(4)
  expect(readFileSync(copy, 'utf8')).toBe(before)
  const next = await open()
  await until(() => next.copyBehindSince() === undefined)
  expect(readFileSync(copy, 'utf8')).toBe(readFileSync(path, 'utf8'))
  await next.close()
})

test('a record that was copied in part is completed', async () => {
  writeAndDie(['one', 'two'])
  const whole = readFileSync(path)
  writeFileSync(copy, whole.subarray(0, whole.length - 30))
  const file = await open()
  await until(() => file.copyBehindSince() === undefined)
  expect(readFileSync(copy)).toEqual(whole)
  await file.close()
})

test('records that are not durable yet are not copied', async () => {
  const file = await open()
  file.keep([{ word: 'kept' }])
  expect(file.copyBehindSince()).toBeUndefined()
  file.add({ word: 'committed' })
  file.commit()
  await until(() => file.copyBehindSince() === undefined)
  expect(readFileSync(copy)).toEqual(readFileSync(path))
  await file.close()
})

test('while the second place is away the journal goes on, operators are told once, and the copy catches up', async () => {
  rmSync(join(folder, 'second'), { recursive: true })
  const file = await open()
  for (const word of ['one', 'two', 'three']) {
    file.add({ word })
    file.commit()
  }
  await until(() => told.length > 0)
  expect(file.durable().count).toBe(3)
  expect(file.copyBehindSince()).toBeGreaterThan(0)
  mkdirSync(join(folder, 'second'))
  await until(() => file.copyBehindSince() === undefined)
  expect(told).toEqual([expect.stringContaining('ENOENT'), 'the copy of the journal has every record again'])
  expect(readFileSync(copy)).toEqual(readFileSync(path))
  await file.close()
})

test('a journal that is older than its copy, or another one, is not opened', async () => {
  writeAndDie(['one'])
  cpSync(path, `${path}.old`)
  const file = await open()
  file.add({ word: 'two' })
  file.commit()
  await until(() => file.copyBehindSince() === undefined)
  await file.close()
  cpSync(path, `${path}.newest`)
  cpSync(`${path}.old`, path)
  await expect(open()).rejects.toThrow('the journal is an older state')
  expect(readFileSync(path)).toEqual(readFileSync(`${path}.old`))
  cpSync(`${path}.newest`, path)
  writeFileSync(copy, readFileSync(copy, 'utf8').replace('one', 'own'))
  await expect(open()).rejects.toThrow('is not a copy of')
})

test('an older journal is noticed too when the second place comes back after the start', async () => {
  writeAndDie(['one'])
  cpSync(path, `${path}.old`)
  writeAndDie(['two'])
  const longer = readFileSync(path)
  cpSync(`${path}.old`, path)
  rmSync(join(folder, 'second'), { recursive: true })
  const file = await open()
  await until(() => told.length === 1)
  mkdirSync(join(folder, 'second'))
  writeFileSync(copy, longer)
  await until(() => told.length === 2)
  expect(told[1]).toContain('the journal is an older state')
  expect(file.copyBehindSince()).toBeGreaterThan(0)
  expect(readFileSync(copy)).toEqual(longer)
  await file.close()
})
