import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
let copy: string

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'afara-architecture-'))
  for (const part of [
    'server/src',
    'server/test',
    'simulators',
    'tools',
    '.dependency-cruiser.cjs',
    'package.json',
    'tsconfig.json',
  ]) {
    cpSync(join(ROOT, part), join(copy, part), { recursive: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
})
afterEach(() => rmSync(copy, { recursive: true, force: true }))

function check(...sources: string[]): { status: number | null; said: string } {
  const run = spawnSync(process.execPath, ['tools/check-architecture.ts', ...sources], {
    cwd: copy,
    encoding: 'utf8',
  })
  return { status: run.status, said: run.stdout + run.stderr }
}

const planted = [
  ['kernel/planted-up.ts', '../records/ledger/account.ts', 'kernel-imports-up'],
  ['records/ledger/planted.ts', '../../flows/drills/drills.ts', 'records-imports-up'],
  ['flows/drills/planted-up.ts', '../../entry/http/app.ts', 'flows-imports-up'],
  ['kernel/planted-config.ts', '../config/setting.ts', 'config-is-for-mains'],
  ['entry/admin/planted-config.ts', '../../config/command-config.ts', 'config-is-for-mains'],
  ['entry/admin/planted-wire.ts', '../../wire/wire-vendors.ts', 'wire-is-for-mains'],
  ['config/planted-rail.ts', '../rails/chains/explorers.ts', 'rail-is-for-wire'],
  ['flows/drills/planted-engine.ts', '@restatedev/restate-sdk', 'engine-leaks'],
  ['kernel/planted-circle.ts', './planted-circle.ts', 'circle'],
  ['movements/feeds/planted.ts', '../matching/judge-credits.ts', 'feeds-imports-back'],
  ['movements/credits/planted.ts', '../matching/judge-credits.ts', 'credits-imports-back'],
] as const

// Reading the repository takes seconds, so all violations are planted at once.
test('each import in a forbidden direction breaks its own rule and no other', () => {
  for (const [from, to] of planted) {
    writeFileSync(
      join(copy, 'server/src', from),
      `import * as planted from '${to}'\nexport const use = planted\n`,
    )
  }
  const { status, said } = check('server/src')
  for (const [from, , rule] of planted) expect(said).toContain(`${rule}: server/src/${from}`)
  expect(said).toContain(`violations=${planted.length}`)
  expect(status).toBe(1)
})

test('a check that reads no modules fails', () => {
  const { status, said } = check('server/src/kernel/clock')
  expect(said).toContain('so the check finds nothing')
  expect(status).toBe(1)
})
