import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API, type Project } from 'typescript/unstable/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareRow } from './compare-row.ts'
import { findQueries, type Query } from './find-queries.ts'
import type { ColumnType } from './read-types.ts'

const STORE = `
declare const sql: { query<Row = unknown>(text: string | object, values?: unknown[]): Promise<{ rows: Row[] }> }
type Seal = Readonly<{ number: string; at: Date | null }>
const COLUMNS = 'number, at'
const part = (alias: string) => \`\${alias}.number\`
const tables = ['deposit', 'sweep'] as const
export const q1 = () => sql.query<Seal>(\`select \${COLUMNS} from seal\`)
export const q2 = () => sql.query(\`select \${part('s')} from seal s\`)
export const q3 = (isNew: boolean) => sql.query({ text: \`select 1 order by 1 \${isNew ? 'desc' : 'asc'}\` })
export const q4 = () => sql.query(tables.map((table) => \`select 1 from \${table}\`).join(' union '))
export const q5 = (order: 'asc' | 'desc') => sql.query('select 1 order by 1 ' + order)
const named = (text: string) => sql.query(text)
export const callers = [named('select 5'), named('select 6')]
export const q7 = (text: string) => sql.query(text.trim())
`

let root: string
let api: API
let project: Project
let queries: Query[]

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'afara-queries-'))
  mkdirSync(join(root, 'server/src'), { recursive: true })
  writeFileSync(join(root, 'server/src/seal-store.ts'), STORE)
  writeFileSync(
    join(root, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { strict: true, types: [], target: 'es2024' }, include: ['server'] }),
  )
  api = new API({ cwd: root })
  const config = join(root, 'tsconfig.json')
  const opened = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (opened === undefined) throw new Error('TypeScript cannot open the project')
  project = opened
  queries = findQueries(project, root)
})

afterAll(() => {
  api.close()
  rmSync(root, { recursive: true })
})

test('the text of a statement is found through constants, functions, lists, choices, types and callers', () => {
  expect(queries.map(({ texts }) => texts)).toEqual([
    ['select number, at from seal'],
    ['select s.number from seal s'],
    ['select 1 order by 1 desc', 'select 1 order by 1 asc'],
    ['select 1 from deposit union select 1 from sweep'],
    ['select 1 order by 1 asc', 'select 1 order by 1 desc'],
    ['select 5', 'select 6'],
    undefined,
  ])
  expect(queries[0]?.place).toBe('server/src/seal-store.ts:7')
})

const type = (kind: ColumnType['kind'], rest: Partial<ColumnType> = {}): ColumnType => ({
  name: kind,
  kind,
  isArray: false,
  values: [],
  ...rest,
})

/** Compares `Seal`, the row of the first query, with a statement that returns these columns. */
function problemsOf(columns: Readonly<Record<string, ColumnType>>): readonly string[] {
  const row = queries[0]?.row
  if (row === undefined) throw new Error('the first query has no type of its rows')
  const described = Object.keys(columns).map((name, dataTypeID) => ({ name, dataTypeID }))
  return compareRow(project.checker, row, described, new Map(Object.values(columns).entries())).problems
}

test('a row and a statement agree by name and kind', () => {
  expect(problemsOf({ number: type('string'), at: type('Date') })).toEqual([])
  expect(problemsOf({ number: type('number'), at: type('Date') })).toEqual([
    '"number" is string in the row, but a column of number gives number',
  ])
  expect(problemsOf({ number: type('string', { isArray: true }), at: type('Date') })).toEqual([
    '"number" is string in the row, but a column of string gives string[]',
  ])
  expect(problemsOf({ number: type('string') })).toEqual([
    'the row has "at", but the statement returns no such column',
  ])
  expect(problemsOf({ number: type('string'), at: type('Date'), more: type('string') })).toEqual([
    'the statement returns "more", but the row has no such field',
  ])
})
