import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, searchFiles, searchText } from './search-bytes.ts'

const wanted = { words: ['quorvin', 'idvk'], numbers: new Set(['0123456789']) }

test('a name, a reference and a number are found in any text, and a longer number is another one', () => {
  const text = 'paid 0123456789 to QUORVIN ADA, check IDVK-7; not 10123456789'
  expect(searchText('a log', text, wanted).map(({ what }) => what)).toEqual(['quorvin', 'idvk', '0123456789'])
  expect(searchText('a log', 'nothing at all 1234567890', wanted)).toEqual([])
})

test('a text is found in a large file, also where two reads meet', () => {
  const folder = mkdtempSync(join(tmpdir(), 'afara-privacy-'))
  writeFileSync(join(folder, 'large'), `${'x'.repeat(4_194_304 - 3)}quorvin${'y'.repeat(1_000)}`)
  const { found, bytes } = searchFiles(filesBelow(folder), wanted)
  expect([found.length, bytes]).toEqual([1, 4_194_304 - 3 + 7 + 1_000])
  rmSync(folder, { recursive: true })
})
