import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** It is JavaScript without types, because old versions of Node read it. */
const { whyNot } = await import(new URL('../bin/supported.js', import.meta.url).href)

test('an unsupported Node or machine is told what to do in one sentence', () => {
  const on = (node: string, platform: string, arch: string) => whyNot({ versions: { node }, platform, arch })
  expect(on('24.0.0', 'linux', 'x64')).toBeUndefined()
  expect(on('26.1.0', 'win32', 'x64')).toBeUndefined()
  expect(on('20.20.2', 'linux', 'x64')).toBe(
    'Afara needs Node 24, but this is Node 20.20.2: run "npm ci", which installs it, and then the same npm command again.',
  )
  expect(on('22.9.0', 'darwin', 'x64')).toBe(
    'Afara needs Node 24, but this is Node 22.9.0: install Node 24 yourself, because npm has none for darwin-x64.',
  )
})

test('every script that starts a program starts it where the version of Node is checked', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const unchecked = Object.entries(scripts).filter(
    ([, line]) => !/^node (--conditions=\S+ )?bin\/(start|afara)\.js\b/.test(line),
  )
  expect(unchecked.map(([name]) => name)).toEqual(['format'])
})

test('a program that is started there gets its own arguments', () => {
  const run = spawnSync(process.execPath, ['bin/start.js', 'server/src/main-admin.ts', 'no-such-command'], {
    encoding: 'utf8',
  })
  expect(run.stdout + run.stderr).toContain('no-such-command')
})
