import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type FileCoverage,
  measureFile,
  mergeCoverage,
  type ProcessCoverage,
  percentOf,
  sumShares,
} from './measure-coverage.ts'

// Runs tests and prints which lines and branches they ran, in their own process and in every process that they started. By default it
// measures the vault. With --all it runs all tests and measures all packages. `--least <n>` sets how many files it names.

/** The vault decides what leaves, so nearly all of its branches must be tested. */
const LEAST_VAULT_BRANCHES = 95
const PACKAGES = ['vault', 'server', 'cli', 'sdk', 'simulators']
/** The vault's own tests, and tests that start a signer or a payer as a process with a real database. */
const VAULT_TESTS = [
  'vault/src/',
  'server/src/rails/signing/vault/',
  'server/src/rails/payouts/vault/',
  'server/src/flows/payments/',
  'server/src/flows/sells/signed-sells.test.ts',
  'server/src/flows/withdrawals/signed-withdrawals.test.ts',
  'server/test/integration/forged-balance.test.ts',
  'server/test/integration/forged-decisions.test.ts',
  'server/test/integration/invented-credit.test.ts',
  'server/test/integration/journal-rollback.test.ts',
  'server/test/integration/live-withdrawals.test.ts',
  'server/test/integration/own-numbers.test.ts',
  'server/test/integration/payer-approvals.test.ts',
  'server/test/integration/payer-attack.test.ts',
  'server/test/integration/payer-refund-attack.test.ts',
  'server/test/integration/payer-return-attack.test.ts',
  'server/test/integration/payer-rounds.test.ts',
  'server/test/integration/runbook-journal-lost.test.ts',
  'server/test/integration/signer-asks-bank.test.ts',
  'server/test/integration/standing-decisions.test.ts',
  'server/test/integration/unsigned-decisions.test.ts',
  'stack/src/services/metrics.test.ts',
]
const ROOT = resolve(import.meta.dirname, '..')

const { values } = parseArgs({
  options: { all: { type: 'boolean', default: false }, least: { type: 'string', default: '10' } },
})
const packages = values.all ? PACKAGES : ['vault']

const raw = mkdtempSync(join(tmpdir(), 'afara-coverage-'))
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config=vitest.coverage.config.ts',
    '--reporter=dot',
    ...(values.all ? [] : VAULT_TESTS),
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    // V8 counts less exactly in functions that come from the cache.
    env: { ...process.env, NODE_V8_COVERAGE: raw, NODE_DISABLE_COMPILE_CACHE: '1' },
  },
)

const files = packages.flatMap((name) =>
  globSync(`${name}/src/**/*.ts`, { cwd: ROOT, exclude: ['**/*.test.ts', '**/*.d.ts'] }),
)
const merged = mergeCoverage(
  files.map((file) => join(ROOT, file)),
  readRaw(),
)
const measured: FileCoverage[] = []
for (const file of files) measured.push(await measureFile(ROOT, file, merged.get(join(ROOT, file))))
rmSync(raw, { recursive: true, force: true })

console.log('\npackage        lines              branches')
const shares = packages.map((name) => {
  const ours = measured.filter(({ file }) => file.startsWith(`${name}/`))
  const lines = sumShares(ours.map((one) => one.lines))
  const branches = sumShares(ours.map((one) => one.branches))
  const cells = [lines, branches].map((share) =>
    `${percentOf(share).toFixed(1)} % of ${share.total}`.padEnd(19),
  )
  console.log(`${name.padEnd(15)}${cells.join('')}`.trimEnd())
  return { name, percent: percentOf(branches) }
})
console.log('\nfiles with the most branches that nothing took, and the lines of these')
const missed = ({ branches }: FileCoverage): number => branches.total - branches.covered
for (const one of measured
  .toSorted((a, b) => missed(b) - missed(a))
  .slice(0, Number(values.least))
  .filter((file) => missed(file) > 0))
  console.log(
    `${String(missed(one)).padStart(4)} of ${one.branches.total}  ${one.file}:${one.missing.join(',')}`,
  )

const vault = shares[0]?.percent ?? 0
if (status !== 0) console.log('\nTests failed, so the figures are too low.')
console.log(
  `\ncoverage ${shares.map(({ name, percent }) => `${name}_branches=${percent.toFixed(1)}`).join(' ')}`,
)
if (vault < LEAST_VAULT_BRANCHES)
  console.log(`The tests must take ${LEAST_VAULT_BRANCHES} % of the vault's branches.`)
process.exitCode = status === 0 && vault >= LEAST_VAULT_BRANCHES ? 0 : 1

function* readRaw(): Generator<ProcessCoverage> {
  for (const name of readdirSync(raw)) {
    // A process that was killed while it wrote leaves a file that ends early.
    const text = readFileSync(join(raw, name), 'utf8')
    if (text.endsWith('}')) yield JSON.parse(text) as ProcessCoverage
  }
}
