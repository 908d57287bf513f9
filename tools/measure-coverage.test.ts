import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { measureFile, mergeCoverage, type ProcessCoverage, percentOf, sumShares } from './measure-coverage.ts'

const root = mkdtempSync(join(tmpdir(), 'afara-measure-'))
afterAll(() => rmSync(root, { recursive: true }))

const FILE = 'choose.ts'
writeFileSync(
  join(root, FILE),
  `type Word = 'yes' | 'no'
export function choose(word: Word, other: Word = 'no'): string {
  if (word === 'yes') {
    return 'chosen'
  }
  return other === 'yes' ? 'other' : 'none'
}
`,
)

/** What each process ran that made some calls. */
function ran(...processes: readonly string[]): ProcessCoverage[] {
  const raw = join(root, `raw-${processes.length}`)
  mkdirSync(raw)
  for (const calls of processes)
    execFileSync(
      process.execPath,
      ['--input-type=module', '--eval', `import { choose } from './${FILE}'; ${calls}`],
      {
        cwd: root,
        env: { ...process.env, NODE_V8_COVERAGE: raw, NODE_DISABLE_COMPILE_CACHE: '1' },
      },
    )
  return readdirSync(raw).map((name) => JSON.parse(readFileSync(join(raw, name), 'utf8')) as ProcessCoverage)
}

async function measured(...processes: readonly string[]) {
  const path = join(root, FILE)
  return measureFile(root, FILE, mergeCoverage([path], ran(...processes)).get(path))
}

test('a branch counts if any process took it', async () => {
  expect(await measured(`choose('yes', 'yes')`)).toEqual({
    file: FILE,
    lines: { covered: 2, total: 3 },
    branches: { covered: 2, total: 5 },
    missing: [3, 6],
  })
  expect(await measured(`choose('yes', 'yes')`, `choose('no')`)).toMatchObject({
    lines: { covered: 3, total: 3 },
    branches: { covered: 4, total: 5 },
    missing: [6],
  })
  expect(await measured(`choose('yes')`, `choose('no')`, `choose('no', 'yes')`)).toMatchObject({
    branches: { covered: 5, total: 5 },
    missing: [],
  })
})

test('a file that nothing loaded counts with all its branches', async () => {
  expect(await measureFile(root, FILE, undefined)).toMatchObject({
    lines: { covered: 0, total: 3 },
    branches: { covered: 0, total: 5 },
  })
})

test('a share is rounded down', () => {
  const share = sumShares([
    { covered: 940, total: 1000 },
    { covered: 9, total: 9 },
  ])
  expect(share).toEqual({ covered: 949, total: 1009 })
  expect(percentOf({ covered: 9_499, total: 10_000 })).toBe(94.9)
  expect(percentOf({ covered: 0, total: 0 })).toBe(100)
})
