import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { JournalBroken, openChainedFile } from './chained-file.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afara-chain-'))
  path = join(folder, 'journal.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = () => openChainedFile(path, () => {})
/** Writes records and returns the file as text. */
function write(...texts: readonly string[]): string {
  const file = open()
  for (const text of texts) file.add({ text })
  file.flush({ sync: true })
  file.close()
  return readFileSync(path, 'utf8')
}

test('a record of many pages is read from its position', () => {
  const file = open()
  const long = 'x'.repeat(300_000)
  const { offset } = file.add({ text: long })
  const { offset: next } = file.add({ text: 'short' })
  file.flush({ sync: true })
  expect([file.read(offset), file.read(next)]).toMatchObject([{ text: long }, { text: 'short' }])
  expect(() => file.read(statSync(path).size)).toThrow('no record at this position')
  file.close()
})

test('a record that is longer than any of ours stops the process before it is read', () => {
  write('a')
  appendFileSync(path, `{"n":2,"text":"${'x'.repeat(1 << 20)}"}\n`)
  expect(open).toThrow(new JournalBroken('the journal has a record that is too long'))
})

test('a last record without its end is cut off, and the next one takes its place', () => {
  const whole = write('a')
  appendFileSync(path, '{"n":2,"text":"half')
  const file = open()
  expect(file.head().count).toBe(1)
  expect(readFileSync(path, 'utf8')).toBe(whole)
  file.add({ text: 'b' })
  file.flush({ sync: true })
  file.close()
  expect(open().head().count).toBe(2)
})

test.each<[string, (lines: readonly string[]) => string[]]>([
  ['was changed', ([one = '', two = '']) => [one.replace('"a"', '"b"'), two]],
  ['does not follow', ([, two = '']) => [two]],
  ['does not follow', ([one = '']) => [one, one]],
  ['was changed', ([one = '']) => [one, '{}']],
])('a file with a record that %s is not opened', (problem, change) => {
  const lines = write('a', 'b').trim().split('\n')
  writeFileSync(path, `${change(lines).join('\n')}\n`)
  expect(open).toThrow(problem)
})

test('after another process wrote to the file, nothing more is written', () => {
  const file = open()
  appendFileSync(path, 'x')
  file.add({ text: 'a' })
  expect(() => file.flush({ sync: true })).toThrow('another process writes to it')
  expect(() => file.add({ text: 'b' })).toThrow('another process writes to it')
  expect(() => file.flush({ sync: false })).toThrow('another process writes to it')
  file.close()
})
