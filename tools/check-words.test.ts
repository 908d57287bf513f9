import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPhrases, readPhrases } from './check-words.ts'

const phrases = readPhrases(readFileSync(join(import.meta.dirname, '../docs/reference/glossary.md'), 'utf8'))

const planted: ReadonlyArray<readonly [file: string, text: string, phrase: string, line: number]> = [
  ['docs/guides/planted.md', '# Title\n\nWhoever pays is matched.\n', 'whoever', 3],
  ['docs/guides/wrapped.md', 'The amount does\nnot fit.\n', 'does not fit', 1],
  ['server/src/planted.ts', "throw new Error('The least is 100')\n", 'the least is', 1],
  ['server/src/comment.ts', '/**\n * A sell may need\n * people.\n */\n', 'may need people', 2],
  ['server/sql/functions/planted.sql', '\n-- It is held\n-- again.\nselect 1\n', 'held again', 2],
]

test.each(planted)(
  '%s: a phrase to avoid is refused with its line and what to write',
  (file, text, phrase, line) => {
    const instead = phrases.find((known) => known.phrase === phrase)?.instead
    expect(instead).toBeDefined()
    expect(findPhrases(file, text, phrases)).toEqual([{ file, line, phrase, instead }])
  },
)

test('plain words, names of code and the table of the glossary pass', () => {
  expect(
    findPhrases('docs/a.md', 'The minimum is 100. `isWhoeverKnown`, the housekeeping.\n', phrases),
  ).toEqual([])
  expect(findPhrases('docs/reference/glossary.md', '| whoever | name the actor |\n', phrases)).toEqual([])
  expect(findPhrases('docs/reference/glossary.md', 'Whoever reads this.\n', phrases)).toHaveLength(1)
})
