import { globSync, readFileSync } from 'node:fs'

/** SQL belongs in a store, the PostgreSQL part of the kernel, or a test. Other code calls a store. */
const EXEMPT = /-store\.ts$|\.test\.ts$|\/kernel\/postgres\//

// A comment is skipped completely, so that an apostrophe in it does not open a string.
const COMMENT_OR_STRING =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
const STATEMENT =
  /^\s*(select\s+(from\b|\d|\w+\(|[\s\S]*?\bfrom\s+\w)|insert\s+into\s+\w|update\s+\w+\s+set\s|delete\s+from\s+\w|with\s+(recursive\s+)?\w+\s+as\s)/i
const QUERY_CALL = /\.query(?:<[^()]*>)?\(/g

// A check that reads no files would find no violations.
const FEWEST_FILES = 20

const root = process.argv[2] ?? '.'
const files = globSync('server/src/**/*.ts', { cwd: root }).filter((file) => !EXEMPT.test(file))
const found = files.flatMap((file) => {
  const text = readFileSync(`${root}/${file}`, 'utf8')
  return [...new Set(offsetsOfSql(text).map((offset) => text.slice(0, offset).split('\n').length))].map(
    (line) => `${file}:${line}`,
  )
})

for (const place of found) console.error(`${place}: SQL outside a store; move it into a *-store.ts`)
if (files.length < FEWEST_FILES) console.error(`read ${files.length} files, so the check finds nothing`)
console.log(`stores files=${files.length} violations=${found.length}`)
process.exit(found.length > 0 || files.length < FEWEST_FILES ? 1 : 0)

function offsetsOfSql(text: string): number[] {
  const statements = [...text.matchAll(COMMENT_OR_STRING)].filter(
    ([literal]) => !literal.startsWith('/') && STATEMENT.test(literal.slice(1, -1)),
  )
  return [...statements, ...text.matchAll(QUERY_CALL)].map(({ index }) => index).sort((a, b) => a - b)
}
