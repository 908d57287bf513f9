import type { SqlFile } from '@afara/server/kernel/postgres/sql-tree.ts'
import { expect, test } from 'vitest'
import { findBaselineProblems } from './baseline.ts'
import { findLockProblems } from './lock-rules.ts'

const file = (name: string, text: string, checksum = text): SqlFile => ({ name, text, checksum })

const base = file(
  'schema/0001_base.sql',
  `create domain digest as text check (value <> '');
   create table entry (id bigint primary key, step text);`,
)
const released = { files: { [base.name]: base.checksum }, functions: ['post(text,int4,_uuid)'] }

const problemsOf = async (...texts: string[]) =>
  findLockProblems(
    [base, ...texts.map((text, index) => file(`schema/000${index + 2}_next.sql`, text))],
    released,
  )

const QUICK = `comment on table entry is 'Postings.'`

/** Each rule, a file that breaks it, a part of what the reader is told, and a file that does the same without a long lock. */
const rules: ReadonlyArray<readonly [rule: string, breaks: string, told: string, instead: string]> = [
  [
    'a default that differs by row',
    `alter table entry add column key uuid default uuidv7()`,
    'give entry.key a constant default',
    `alter table entry add column key text default 'none'`,
  ],
  [
    'a volatile argument of a stable default',
    `alter table entry add column at timestamptz default now() + random() * interval '1 day'`,
    'give entry.at a constant default',
    `alter table entry add column at timestamptz default now()`,
  ],
  [
    'an identity',
    `alter table entry add column n bigint generated always as identity`,
    'entry.n gets its values by rewriting the table',
    `alter table entry add column n bigint`,
  ],
  [
    'a generated column',
    `alter table entry add column n bigint generated always as (id * 2) stored`,
    'entry.n gets its values by rewriting the table',
    `alter table entry add column n bigint`,
  ],
  [
    'a serial column',
    `alter table entry add column n bigserial`,
    'entry.n gets its values by rewriting the table',
    `alter table entry add column n bigint`,
  ],
  [
    'a domain with a constraint',
    `alter table entry add column seal digest`,
    'give entry.seal a plain type',
    `alter table entry add column seal text`,
  ],
  [
    'not null without a default',
    `alter table entry add column name text not null`,
    'give entry.name a default',
    `alter table entry add column name text not null default ''`,
  ],
  [
    'a check in the column',
    `alter table entry add column age int check (age > 0)`,
    'add the check of entry.age as a constraint',
    `alter table entry add column age int; alter table entry add constraint old check (age > 0) not valid`,
  ],
  [
    'a unique column',
    `alter table entry add column code text unique`,
    'make entry.code unique with an index',
    `create unique index concurrently if not exists entry_code on entry (code)`,
  ],
  [
    'a foreign key of a filled column',
    `alter table entry add column up bigint default 1 references entry (id)`,
    'add the foreign key of entry.up as "not valid"',
    `alter table entry add column up bigint references entry (id)`,
  ],
  [
    'a constraint that reads all rows',
    `alter table entry add constraint named check (step <> '')`,
    'add named of entry as "not valid"',
    `alter table entry add constraint named check (step <> '') not valid`,
  ],
  [
    'a foreign key that reads all rows',
    `alter table entry add constraint up foreign key (id) references entry (id)`,
    'add up of entry as "not valid"',
    `alter table entry add constraint up foreign key (id) references entry (id) not valid`,
  ],
  [
    'a unique constraint that builds its index',
    `alter table entry add constraint one unique (step)`,
    'add one of entry "using index"',
    `alter table entry add constraint one unique using index entry_step`,
  ],
  [
    'a constraint of a domain',
    `alter domain digest add constraint long check (length(value) > 5)`,
    'add long of domain digest as "not valid"',
    `alter domain digest add constraint long check (length(value) > 5) not valid`,
  ],
  [
    'set not null',
    `alter table entry alter column step set not null`,
    'set entry.step not null with',
    `alter table entry add constraint step_given not null step not valid`,
  ],
  [
    'a validation beside other statements',
    `alter table entry add constraint a check (id > 0) not valid; alter table entry validate constraint a`,
    'validate constraints in a later file',
    `alter table entry validate constraint a`,
  ],
  [
    'another type of a column',
    `alter table entry alter column id type numeric`,
    'add a column instead of changing the type of entry.id',
    `alter table entry add column wide_id numeric`,
  ],
  [
    'an index that stops writers',
    `create index entry_step on entry (step)`,
    'create the index on entry concurrently',
    `create index concurrently if not exists entry_step on entry (step)`,
  ],
  [
    'a concurrent index that cannot run again',
    `create index concurrently entry_step on entry (step)`,
    'write "create index concurrently if not exists"',
    `create index concurrently if not exists entry_step on entry (step)`,
  ],
  [
    'a concurrent index beside other statements',
    `create table t (); create index concurrently if not exists entry_step on entry (step)`,
    'give the concurrent indexes a file of their own',
    `create index concurrently if not exists entry_step on entry (step)`,
  ],
  ['an update', `update entry set step = 'x'`, 'do not update entry here', QUICK],
  ['a delete', `delete from entry where id = 1`, 'do not delete entry here', QUICK],
  [
    'a copy of rows',
    `insert into entry select 1, 'x' from generate_series(1, 9)`,
    'insert values into entry',
    `insert into entry values (1, 'x')`,
  ],
  ['a block', `do $$ begin update entry set step = 'x'; end $$`, 'write the statements out', QUICK],
  ['an unknown statement', `cluster entry`, 'ClusterStmt is not known to be quick', QUICK],
  ['an unknown alteration', `alter table entry set unlogged`, 'AT_SetUnLogged of entry is not known', QUICK],
  [
    'a function that the last release calls',
    `drop function if exists post(text, int, uuid[])`,
    'drop post(text,int4,_uuid) a release later',
    `drop function if exists post(text)`,
  ],
  [
    'a column in use',
    `alter table entry drop column step`,
    'drop entry.step a release after',
    `-- entry.step is unused: nothing read it since 0.3.\nalter table entry drop column step`,
  ],
  [
    'a table in use',
    `drop table entry`,
    'drop entry a release after',
    `-- entry is unused: nothing read it since 0.3.\ndrop table entry`,
  ],
  [
    'a new name',
    `alter table entry rename column step to stage`,
    'add the new name beside the old one',
    `alter table entry add column stage text`,
  ],
]

test.each(rules)('%s is refused', async (_, breaks, told, instead) => {
  expect(await problemsOf(breaks)).toEqual([expect.stringContaining(`schema/0002_next.sql: ${told}`)])
  expect(await problemsOf(instead)).toEqual([])
})

test('a table that no release has, and one that stays small, may be locked', async () => {
  const lock = 'alter table thing alter column a type text; create index on thing (a); update thing set a = 1'
  expect(await problemsOf(`create table thing (a int)`, lock)).toEqual([])
  expect(await problemsOf(`-- thing stays small: one row per bank.\n${lock}`)).toEqual([])
  expect(await problemsOf(lock)).toHaveLength(3)
})

test('released files follow no rule that came later', async () => {
  const old = file('schema/0001_base.sql', 'update entry set step = 1')
  expect(await findLockProblems([old], released)).toEqual([])
})

test('a released file cannot change, vanish or follow a new one', () => {
  expect(findBaselineProblems([base, file('schema/0002_next.sql', '')], released)).toEqual([])
  expect(findBaselineProblems([file(base.name, 'x')], released)).toEqual([
    expect.stringContaining('0001_base.sql was changed after its release'),
  ])
  expect(findBaselineProblems([], released)).toEqual([
    expect.stringContaining('0001_base.sql was removed after its release'),
  ])
  expect(findBaselineProblems([base, file('schema/0000_early.sql', '')], released)).toEqual([
    expect.stringContaining('schema/0000_early.sql runs before schema/0001_base.sql'),
  ])
})
