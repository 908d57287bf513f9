import { expect, test } from 'vitest'
import { blankCommentsAndStrings, splitStatements, tokenise } from './sql-text.ts'
import { type Definition, inDependencyOrder, readDefinitions } from './sql-tree.ts'

const define = (name: string, rest: string): Definition => ({
  name,
  file: 'functions/x.sql',
  comment: '',
  sql: `create or replace ${rest}`,
})

test('a semicolon in a body, a string or a comment ends no statement', () => {
  const text = `-- Reason; of one.
create or replace function one() returns text language sql as $$ select ';' $$;
select 'a;''b'; -- after; it
create or replace function two() returns void begin atomic select 1; select 2; end;`
  expect(splitStatements(text)).toEqual([
    {
      comment: '-- Reason; of one.',
      sql: "create or replace function one() returns text language sql as $$ select ';' $$",
    },
    { comment: '', sql: "select 'a;''b'" },
    {
      comment: '-- after; it',
      sql: 'create or replace function two() returns void begin atomic select 1; select 2; end',
    },
  ])
})

test('comments and white space are not tokens, and a string is one token', () => {
  expect(tokenise("select  'a -- b' /* c */ , d -- e\n from f")).toEqual([
    'select',
    "'a -- b'",
    ',',
    'd',
    'from',
    'f',
  ])
  expect(blankCommentsAndStrings("x -- now()\n'now()' y")).toBe('x         \n        y')
})

test('a view comes after what it names, and a function after the views in its signature', () => {
  const names = inDependencyOrder([
    define(
      'reads',
      'function reads(v shown) returns void language plpgsql as $$ begin perform later(); end $$',
    ),
    define('shown', 'view shown as select doubled(a) from t'),
    define('doubled', 'function doubled(a int) returns int language sql return later(a) * 2'),
    define('later', 'function later(a int) returns int language sql as $$ select count(*) from shown $$'),
  ]).map(({ name }) => name)
  expect(names).toEqual(['later', 'doubled', 'shown', 'reads'])
})

test('views that need each other are named in the error', () => {
  const circle = [define('a', 'view a as select * from b'), define('b', 'view b as select * from a')]
  expect(() => inDependencyOrder(circle)).toThrow('these definitions depend on each other: a → b → a')
})

test('a file of functions contains only functions and views', () => {
  const file = { name: 'functions/x.sql', text: 'grant select on t to u;', checksum: '' }
  expect(() => readDefinitions([file])).toThrow('functions/x.sql can contain only')
})
