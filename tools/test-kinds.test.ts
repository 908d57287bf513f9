import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sortTests } from './test-kinds.ts'

const root = mkdtempSync(join(tmpdir(), 'afara-kinds-'))
afterAll(() => rmSync(root, { recursive: true }))

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
}

test('a test is sorted by what it imports, also indirectly', () => {
  write({
    'stack/src/postgres/test-database.ts': '',
    'stack/src/processes/child-process.ts': '',
    'stack/src/chain.ts': `import { startChild } from './processes/child-process.ts'`,
    'server/test/world.ts': `import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'`,
    'server/src/money.ts': `import { other } from './other.ts'`,
    'server/src/other.ts': `import { money } from './money.ts'`,
    'server/src/money.test.ts': `import { money } from './money.ts'`,
    'server/src/store.test.ts': `import { world } from '../test/world.ts'`,
    'server/src/lane.test.ts': `import { world } from '../test/world.ts'\nimport { chain } from '@afara/stack/chain.ts'`,
    'server/src/command.test.ts': `import { execFile } from 'node:child_process'`,
  })
  expect(sortTests(root, '**/*.test.ts')).toEqual({
    unit: ['server/src/money.test.ts'],
    database: ['server/src/store.test.ts'],
    process: ['server/src/command.test.ts', 'server/src/lane.test.ts'],
  })
})
