import { readFileSync } from 'node:fs'
import { readSqlFiles } from '@afara/server/kernel/postgres/sql-tree.ts'
import { expect, test } from 'vitest'

test('every error code of the database has one row on its page, and every row is used', () => {
  const page = readFileSync(new URL('../../docs/internals/database-errors.md', import.meta.url), 'utf8')
  const documented = [...page.matchAll(/^\| `(AF\d{3})` \|/gm)].map(([, code]) => code)
  const used = readSqlFiles('functions').flatMap(({ text }) =>
    [...text.matchAll(/(?:errcode =|code :=) '(AF\d{3})'/g)].map(([, code = '']) => code),
  )
  expect(documented).toEqual([...new Set(used)].toSorted((a, b) => a.localeCompare(b)))
})
