import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Checks for phrases to avoid and proposes what to write instead. The table in the glossary is the only list. */
const GLOSSARY = 'docs/reference/glossary.md'
const FILES = [
  '*.md',
  '.ci/run',
  'bin/*.js',
  '{bench,cli,contracts,docs,prove,sdk,server,simulators,stack,tools,vault}/**/*.{ts,sql,md,sol,html}',
]
// Applied schema files are never edited, and generated files repeat the text of other files.
const EXEMPT =
  /(^|\/)node_modules\/|^server\/sql\/(schema\/|snapshot\.sql)|\/generated\/|^tools\/check-words\.test\.ts$/
// A phrase may continue on the next line of a comment.
const GAP = '\\s+(?:(?://|\\*|--|#|>)\\s+)?'

export type Phrase = Readonly<{ phrase: string; instead: string }>
export type Found = Phrase & Readonly<{ file: string; line: number }>

export function readPhrases(glossary: string): Phrase[] {
  const table = glossary.split(/^## Phrases to avoid$/m)[1]?.split(/^## /m)[0] ?? ''
  return [...table.matchAll(/^\| (?!Avoid|-)(.+?) \| (.+?) \|$/gm)].flatMap(([, avoid = '', instead = '']) =>
    avoid.split(', ').map((phrase) => ({ phrase, instead })),
  )
}

export function findPhrases(file: string, text: string, phrases: readonly Phrase[]): Found[] {
  // The glossary may name the phrases that it forbids.
  const read = file === GLOSSARY ? text.replace(/^\|.*$/gm, '') : text
  const insteadOf = new Map(phrases.map(({ phrase, instead }) => [phrase, instead]))
  return [...read.matchAll(patternOf(phrases))].map(({ 0: words, index }) => {
    const phrase = words.toLowerCase().replace(new RegExp(GAP, 'g'), ' ')
    return {
      file,
      line: read.slice(0, index).split('\n').length,
      phrase,
      instead: insteadOf.get(phrase) ?? '',
    }
  })
}

function patternOf(phrases: readonly Phrase[]): RegExp {
  return new RegExp(`\\b(?:${phrases.map(({ phrase }) => phrase.split(' ').join(GAP)).join('|')})\\b`, 'gi')
}

if (import.meta.main) {
  const phrases = readPhrases(readFileSync(resolve(import.meta.dirname, '..', GLOSSARY), 'utf8'))
  const root = process.argv[2] ?? '.'
  const files = globSync(FILES, { cwd: root, exclude: (path) => path.endsWith('node_modules') }).filter(
    (file) => !EXEMPT.test(file),
  )
  const found = files.flatMap((file) => findPhrases(file, readFileSync(`${root}/${file}`, 'utf8'), phrases))
  for (const { file, line, phrase, instead } of found)
    console.error(`${file}:${line}: "${phrase}": write ${instead}`)
  console.log(`words files=${files.length} phrases=${phrases.length} violations=${found.length}`)
  // A check that reads no files would find no violations.
  process.exit(found.length > 0 || files.length === 0 || phrases.length === 0 ? 1 : 0)
}
