import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findBreaking } from './release/find-breaking.ts'
import { dateNotes, planRelease } from './release/plan-release.ts'

const document = JSON.parse(readFileSync('docs/reference/openapi.json', 'utf8'))
const root = mkdtempSync(join(tmpdir(), 'afara-release-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A small repository that was released as v0.1.0 and has a note since. */
let count = 0
function repository(change: Readonly<Record<string, (text: string) => string>> = {}): string {
  const folder = join(root, String((count += 1)))
  const files: Record<string, string> = {
    'package.json': '{\n  "version": "0.1.0"\n}\n',
    'sdk/package.json': '{\n  "version": "0.1.0"\n}\n',
    'cli/package.json': '{\n  "version": "0.1.0",\n  "dependencies": { "@afara/sdk": "0.1.0" }\n}\n',
    'CHANGELOG.md':
      '# Changelog\n\n## Unreleased\n\n- A buy can be cancelled.\n\n## 0.1.0 (2026-01-02)\n\n- First.\n',
    'docs/reference/openapi.json': JSON.stringify(document),
  }
  const write = () => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@afara.test', ...args], {
      cwd: folder,
      stdio: 'pipe',
    })
  write()
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'one')
  git('tag', 'v0.1.0')
  for (const [path, edit] of Object.entries(change)) files[path] = edit(files[path] ?? '')
  write()
  git('add', '.')
  git('commit', '--quiet', '--allow-empty', '--message', 'two')
  return folder
}

test('a repository with notes and a new version is released', () => {
  expect(planRelease(repository(), '0.2.0')).toMatchObject({
    problems: [],
    base: 'v0.1.0',
    notes: '- A buy can be cancelled.',
  })
})

test.each([
  ['a version that was released', {}, undefined, 'v0.1.0 is released already'],
  ['an older version', {}, '0.0.9', '0.0.9 is older than 0.1.0'],
  ['a text that is no version', {}, 'next', 'next is not a version'],
  [
    'a manifest with another version',
    { 'sdk/package.json': (text: string) => text.replace('0.1.0', '0.1.1') },
    '0.2.0',
    'sdk/package.json has 0.1.1',
  ],
  [
    'a CLI that needs another SDK',
    { 'cli/package.json': (text: string) => text.replace('"@afara/sdk": "0.1.0"', '"@afara/sdk": "0.0.9"') },
    '0.2.0',
    'depends on version 0.0.9 of the SDK',
  ],
  [
    'empty notes',
    { 'CHANGELOG.md': (text: string) => text.replace('- A buy can be cancelled.\n', '') },
    '0.2.0',
    'says nothing under "Unreleased"',
  ],
  [
    'a route that is gone',
    {
      'docs/reference/openapi.json': (text: string) =>
        text.replace('"/transactions/v1/onramp"', '"/transactions/v2/onramp"'),
    },
    '0.2.0',
    'POST /transactions/v1/onramp is gone',
  ],
] as const)('%s is refused', (_, change, wanted, problem) => {
  expect(planRelease(repository(change), wanted).problems).toEqual([expect.stringContaining(problem)])
})

test('what is not committed is refused, and a new major version may break the API', () => {
  const folder = repository({ 'docs/reference/openapi.json': () => '{ "paths": {} }' })
  expect(planRelease(folder, '1.0.0').problems).toEqual([])
  writeFileSync(join(folder, 'new.txt'), '')
  expect(planRelease(folder, '1.0.0').problems).toEqual(['commit or remove what is not committed'])
})

const api = (schema: object, reply: object = {}, parameters: readonly object[] = []) => ({
  paths: {
    '/a': {
      post: {
        parameters,
        requestBody: { content: { 'application/json': { schema } } },
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Reply' } } } },
        },
      },
    },
  },
  components: { schemas: { Reply: { type: 'object', ...reply } } },
})
const text = { type: 'string' }

test.each([
  [
    api({}),
    api({ type: 'object', properties: { b: text }, required: ['b'] }),
    ['POST /a body was anything and is "object"', 'POST /a body.b is required'],
  ],
  [api({ properties: { a: text } }), api({ properties: {} }), ['POST /a body.a is gone']],
  [api({ enum: ['x', 'y'] }), api({ enum: ['x'] }), ['POST /a body no longer accepts "y"']],
  [
    api({}, { properties: { a: text }, required: ['a'] }),
    api({}, { properties: { a: text } }),
    ['POST /a 200.a may be missing'],
  ],
  [
    api({}, { properties: { a: text } }),
    api({}, { properties: { a: { type: 'number' } } }),
    ['POST /a 200.a was "string" and is "number"'],
  ],
  [
    api({}),
    api({}, {}, [{ in: 'query', name: 'q', required: true, schema: text }]),
    ['POST /a requires query q'],
  ],
  [api({}, {}, [{ in: 'query', name: 'q', schema: text }]), api({}), ['POST /a no longer takes query q']],
])('what breaks a program is found (%#)', (before, after, problems) => {
  expect(findBreaking(before, after)).toEqual(problems)
})

test('what is added breaks nothing', () => {
  const before = api({ properties: { a: text } }, { properties: { a: { enum: ['x'] } } })
  const after = api(
    { properties: { a: text, b: text } },
    { properties: { a: { enum: ['x', 'y'] }, b: text } },
    [{ in: 'query', name: 'q', schema: text }],
  )
  expect(findBreaking(before, after)).toEqual([])
  expect(findBreaking(document, document)).toEqual([])
})

test('the notes move under their version', () => {
  expect(dateNotes('# Changelog\n\n## Unreleased\n\n- One.\n', '0.2.0', '2026-02-03')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-02-03)\n\n- One.\n',
  )
})

test('SDK and CLI are packed, and work on Node 22 and 24 in an empty folder', () => {
  const copy = join(root, 'copy')
  execFileSync('git', ['clone', '--quiet', resolve('.'), copy])
  writeFileSync(join(copy, '.git/info/exclude'), 'node_modules\n')
  execFileSync('ln', ['-sfn', resolve('node_modules'), join(copy, 'node_modules')])
  const run = spawnSync(process.execPath, [resolve('tools/release.ts'), '--dry-run'], {
    cwd: copy,
    encoding: 'utf8',
  })
  expect(run.stderr).toBe('')
  expect(run.stdout).toMatch(
    /work with Node 22\..*work with Node 24\..*release version=\S+ packages=2 tag=none/s,
  )
})
