import { spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'

/** All checks that do not need a running service. A failure does not stop the others, so that all problems are shown at once. */
const checks: ReadonlyArray<readonly [name: string, command: string, fix: string]> = [
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

let failed = 0
for (const [name, command, fix] of checks) {
  const startedAt = performance.now()
  const run = spawnSync(command, { shell: true, encoding: 'utf8' })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (run.status === 0) {
    console.log(`✓ ${name.padEnd(16)} ${seconds} s`)
  } else {
    failed += 1
    console.log(`✗ ${name.padEnd(16)} ${seconds} s — ${fix}\n${run.stdout}${run.stderr}`)
  }
}
console.log(`check: ${checks.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
