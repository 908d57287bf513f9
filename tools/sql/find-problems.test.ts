import { readDefinitions, type SqlFile } from '@afara/server/kernel/postgres/sql-tree.ts'
import { expect, test } from 'vitest'
import { findProblems, findUnwritten } from './find-problems.ts'

const file = (name: string, text: string): SqlFile => ({ name, text, checksum: '' })
const one = `-- Why it is there.\ncreate or replace function one() returns int language sql return 1;\n`

test('files that follow the rules have no problems', () => {
  expect(
    findProblems([file('functions/a/b.sql', one), file('schema/0001_x.sql', 'create table t ();\n')]),
  ).toEqual([])
})

const planted: ReadonlyArray<readonly [rule: string, files: SqlFile[], problem: string]> = [
  [
    'a function defined twice',
    [file('functions/a/b.sql', one), file('checks/c.sql', one)],
    'checks/c.sql: one is already defined in functions/a/b.sql',
  ],
  [
    'a function in a numbered file',
    [file('schema/0002_x.sql', one)],
    'schema/0002_x.sql: move one to a file in functions/',
  ],
  [
    'a function in the triggers',
    [file('triggers/x.sql', one)],
    'triggers/x.sql: move one to a file in functions/',
  ],
  [
    'pg_get_functiondef',
    [
      file(
        'schema/0002_x.sql',
        `do $$ begin execute replace(pg_get_functiondef('f'::regproc), 'a', 'b'); end $$;`,
      ),
    ],
    'schema/0002_x.sql:1: change the function in its own file, not with pg_get_functiondef',
  ],
  [
    'a long line',
    [file('grants/server.sql', `-- ${'x'.repeat(140)}\n`)],
    'grants/server.sql:1: the line is longer than 140 columns',
  ],
  [
    'the clock',
    [file('functions/a/b.sql', one.replace('return 1', 'return now()'))],
    'functions/a/b.sql:2: use afara_now(), afara_uuid() or afara_random() instead of now()',
  ],
  [
    'an id',
    [file('checks/b.sql', one.replace('return 1', 'return uuidv7()'))],
    'checks/b.sql:2: use afara_now(), afara_uuid() or afara_random() instead of uuidv7()',
  ],
  [
    'no reason',
    [file('functions/a/b.sql', one.replace(/^--.*\n/, ''))],
    'functions/a/b.sql: one has no comment that says why it is there',
  ],
  [
    'a long file',
    [file('schema/0002_x.sql', '\n'.repeat(301))],
    'schema/0002_x.sql: more than 300 lines: split the file by subject',
  ],
]

test.each(planted)('%s is found', (_, files, problem) => {
  expect(findProblems(files)).toEqual([problem])
})

test('a comment or a string may contain now()', () => {
  expect(
    findProblems([file('functions/a/b.sql', one.replace('return 1', `return 'now()' -- uuidv7()`))]),
  ).toEqual([])
})

test('a function that exists only in the database is found', () => {
  expect(findUnwritten(['one', 'two'], readDefinitions([file('functions/a/b.sql', one)]))).toEqual(['two'])
})
