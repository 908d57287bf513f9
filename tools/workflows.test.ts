import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const run = (command: string, ...args: string[]) => spawnSync(command, args, { cwd: root, encoding: 'utf8' })
const suitesOf = (...args: string[]) =>
  run('bash', '.ci/run', ...args, '--list')
    .stdout.trim()
    .split('\n')

test('the gate lists its suites, and --all adds to them', () => {
  const short = suitesOf()
  const all = suitesOf('--all')
  expect(short).toContain('check')
  expect(short).toContain('prove-buy')
  expect(all.length).toBeGreaterThan(short.length + 20)
  expect(all).toEqual(expect.arrayContaining(short))
  expect(new Set(all).size).toBe(all.length)
})

test('the gate refuses a suite that it does not have, before it installs anything', () => {
  const { status, stderr } = run('bash', '.ci/run', 'prove-nothing')
  expect(status).toBe(2)
  expect(stderr).toBe('There is no suite called prove-nothing. Print the names with: .ci/run --list\n')
})

test('the gate knows each suite that it lists', () => {
  expect(run('bash', '.ci/run', '--all', '--list', ...suitesOf('--all'))).toMatchObject({
    status: 0,
    stderr: '',
  })
})

test('every proof and every bench has a suite, so that the nightly workflow runs it at its full size', () => {
  const listed = (kind: string) =>
    suitesOf('--all').flatMap((name) => (name.startsWith(`${kind}-`) ? [name.slice(kind.length + 1)] : []))
  // Their modules take seconds to load, so their names are read from the source.
  const files = globSync('prove/src/*/*-proof.ts', { cwd: root })
  const proofs = files.map((file) => /^ {2}name: '([a-z-]+)'/m.exec(read(file))?.[1])
  const benches = [...read('bench/src/benches.ts').matchAll(/^ {2}(\w+): \w+Bench,$/gm)].map(
    ([, name]) => name,
  )
  expect(proofs.length).toBeGreaterThan(30)
  expect(benches.length).toBeGreaterThan(5)
  expect(new Set(listed('prove'))).toEqual(new Set(proofs))
  expect(new Set(listed('bench'))).toEqual(new Set(benches))
})

test('the workflows call scripts that exist', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const files = globSync('.github/workflows/*.yml', { cwd: root })
  expect(files).toHaveLength(2)
  for (const file of files) {
    for (const [, script] of read(file).matchAll(/npm run (?:--silent )?([a-z:]+)/g))
      expect(scripts, file).toHaveProperty(script ?? '')
  }
})
