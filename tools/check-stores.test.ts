import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const CHECK = resolve(import.meta.dirname, 'check-stores.ts')
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'afara-stores-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function plant(file: string, text: string): void {
  const path = join(root, 'server/src', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function check(): { status: number | null; said: string } {
  const run = spawnSync(process.execPath, [CHECK, root], { encoding: 'utf8' })
  return { status: run.status, said: run.stdout + run.stderr }
}

function plantHarmlessFiles(): void {
  for (let n = 0; n < 20; n += 1) plant(`flows/harmless-${n}.ts`, `export const n${n} = ${n}\n`)
}

const statements = [
  "'select 1'",
  "'select take_lane($1) as fence'",
  '`\n  select id\n  from lane where id = $1`',
  "'insert into audit (id) values ($1)'",
  "'update lane set state = $1'",
  "'delete from wake'",
  '`with due as (select id from wake) select id from due`',
]

test('every kind of statement outside a store fails, with its location', () => {
  plantHarmlessFiles()
  statements.forEach((statement, n) => {
    plant(`flows/planted-${n}.ts`, `// It isn't here.\nexport const text = ${statement}\n`)
  })
  plant('entry/planted-call.ts', 'export const run = (sql, text) => sql.query<{ id: string }>(text)\n')
  const { status, said } = check()
  for (const n of statements.keys()) expect(said).toContain(`server/src/flows/planted-${n}.ts:2: SQL outside`)
  expect(said).toContain('server/src/entry/planted-call.ts:1: SQL outside')
  expect(said).toContain(`violations=${statements.length + 1}`)
  expect(status).toBe(1)
})

test('a store, a test and the PostgreSQL part of the kernel may contain SQL, and prose is not a statement', () => {
  plantHarmlessFiles()
  for (const file of ['flows/lane-store.ts', 'flows/lane.test.ts', 'kernel/postgres/pool.ts'])
    plant(file, "export const read = (sql) => sql.query('select 1')\n")
  plant(
    'flows/words.ts',
    "// select id from lane\nexport const words = ['with --redirect: its bank', 'update the terms', 'select one of these']\n",
  )
  expect(check()).toEqual({ status: 0, said: 'stores files=21 violations=0\n' })
})

test('a check that reads no files fails', () => {
  const { status, said } = check()
  expect(said).toContain('so the check finds nothing')
  expect(status).toBe(1)
})
