import { spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'

/** All checks that do not need a running service. A failure does not stop the others, so that all problems are shown at once. */
const checks: ReadonlyArray<readonly [name: string, command: string, fix: string]> = [
  ['format', 'biome check .', 'npm run format'],
  ['types', 'tsc -p .', 'mend what the compiler names'],
  ['lint', 'oxlint --quiet', 'mend what the linter names'],
  ['architecture', 'node tools/check-architecture.ts', 'turn the arrow round: see ARCHITECTURE.md'],
  ['stores', 'node tools/check-stores.ts', 'move the statement into a *-store.ts'],
  ['words', 'node tools/check-words.ts', 'write what it proposes: see docs/reference/glossary.md'],
  [
    'docs',
    'node --conditions=afara-source tools/check-docs.ts',
    'name what is there: a path, a command or a heading',
  ],
  ['sql', 'node tools/sql.ts check', 'mend what it names: see CONTRIBUTING.md'],
  ['dead code', 'knip', 'delete what nothing uses'],
  [
    'only tested',
    'knip --production --exports --files',
    'delete what only tests use, or move it to a test folder',
  ],
  ['generated files', 'node tools/generate.ts --check', 'npm run generate'],
  ['openapi', 'node tools/check-openapi.ts', 'mend what the linter names in the operations of the routes'],
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
