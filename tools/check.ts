import { exec } from 'node:child_process'
import { performance } from 'node:perf_hooks'

type Check = readonly [name: string, command: string, fix: string]

/** All checks that do not need a running service. A failure does not stop the others, so that all problems are shown at once. */
const checks: readonly Check[] = [
  ['format', 'biome check .', 'npm run format'],
  ['types', 'tsc -p . && tsc -p web && tsc -p web/console', 'fix the errors that the compiler reports'],
  ['lint', 'oxlint --quiet', 'fix the errors that the linter reports'],
  ['architecture', 'node tools/check-architecture.ts', 'reverse or remove the import: see ARCHITECTURE.md'],
  ['stores', 'node tools/check-stores.ts', 'move the statement into a *-store.ts'],
  ['words', 'node tools/check-words.ts', 'use the proposed wording: see docs/reference/glossary.md'],
  [
    'docs',
    'node --conditions=afara-source tools/check-docs.ts',
    'correct the path, link, command or heading that does not exist',
  ],
  ['sql', 'node tools/sql.ts check', 'fix the reported files: see CONTRIBUTING.md'],
  [
    'queries',
    'node --conditions=afara-source tools/check-queries.ts',
    'correct the statement or the type of its rows, which disagree with the database',
  ],
  ['dead code', 'knip', 'delete the unused code'],
  [
    'only tested',
    'knip --production --exports --files',
    'delete the code that only tests use, or move it to a test folder',
  ],
  ['generated files', 'node tools/generate.ts --check', 'npm run generate'],
  ['openapi', 'node tools/check-openapi.ts', 'fix the reported problems in the operations of the routes'],
  [
    'openapi people',
    'node tools/check-openapi.ts docs/reference/openapi-people.json',
    'fix the reported problems in the operations of the routes',
  ],
]

/** Two at once, because most checks use one processor. */
const LANES = 2
const OUTPUT_BYTES = 64 * 1024 * 1024

let failed = 0
const waiting = checks.values()
await Promise.all(
  Array.from({ length: LANES }, async () => {
    for (const check of waiting) if (!(await run(check))) failed += 1
  }),
)
console.log(`check: ${checks.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/** Prints the result in one piece, because another check may end at the same time. */
async function run([name, command, fix]: Check): Promise<boolean> {
  const startedAt = performance.now()
  const { isOk, output } = await new Promise<{ isOk: boolean; output: string }>((resolve) => {
    exec(command, { maxBuffer: OUTPUT_BYTES }, (error, stdout, stderr) =>
      resolve({ isOk: error === null, output: stdout + stderr }),
    )
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${isOk ? '✓' : '✗'} ${name.padEnd(16)} ${seconds} s${isOk ? '' : ` — ${fix}\n${output}`}`)
  return isOk
}
