import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { extractTar } from './extract-tar.ts'

const home = mkdtempSync(join(tmpdir(), 'afara-tar-'))
afterAll(() => rmSync(home, { recursive: true }))
writeFileSync(join(home, 'one'), 'x'.repeat(1_000_000))
const packed = execFileSync('tar', ['-C', home, '-cf', '-', 'one'], { maxBuffer: 16_000_000 })

/** Gives the bytes, and waits at the end until tar has long exited. */
async function* slowly(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
  await new Promise((resolve) => setTimeout(resolve, 200))
  // Padding after the end of an archive means nothing.
  yield Buffer.alloc(10_240)
}

test.each([
  ['at once', () => Readable.from([packed])],
  ['slowly, with padding', () => Readable.from(slowly(packed))],
])('extracts an archive that comes %s', async (how, open) => {
  const folder = join(home, how.replaceAll(/\W/g, ''))
  mkdirSync(folder)
  await extractTar(folder, [open()])
  expect(readFileSync(join(folder, 'one')).length).toBe(1_000_000)
})

test('says what tar says about bytes that are no archive or end early', async () => {
  await expect(extractTar(home, [Readable.from([Buffer.alloc(5_000, 7)])])).rejects.toThrow(
    /tar could not write .*: tar: .*not look like a tar archive/,
  )
  await expect(extractTar(home, [Readable.from([packed.subarray(0, 500_000)])])).rejects.toThrow(
    'Unexpected EOF',
  )
})

test('an error of the source is told, and tar writes nothing after that', async () => {
  const broken = Readable.from(
    (async function* () {
      yield packed.subarray(0, 100_000)
      throw new Error('the archive was changed')
    })(),
  )
  const path = process.env['PATH'] ?? ''
  const slowTar = `#!/bin/sh\nPATH=${path}\ncat > /dev/null\nsleep 0.5\ntouch "$2/late"\n`
  writeFileSync(join(home, 'tar'), slowTar, { mode: 0o755 })
  process.env['PATH'] = `${home}:${path}`
  try {
    await expect(extractTar(home, [broken])).rejects.toThrow('the archive was changed')
  } finally {
    process.env['PATH'] = path
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(existsSync(join(home, 'late'))).toBe(false)
})
