import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDefinitions, readSqlFiles, SQL_FOLDER } from '@afara/server/kernel/postgres/sql-tree.ts'
import { findBaselineProblems, readBaseline, writeBaseline } from './sql/baseline.ts'
import { findProblems, findUnwritten, holdsDefinitions } from './sql/find-problems.ts'
import { findRowProblems } from './sql/function-rows.ts'
import { findLockProblems } from './sql/lock-rules.ts'
import { withMigratedDatabase } from './sql/migrated-database.ts'
import { type Catalogue, compareCatalogues, readCatalogue, snapshotOf } from './sql/read-catalogue.ts'

const USAGE = `Usage:
  npm run sql -- check              check the rules for server/sql, and that snapshot.sql is up to date
  npm run sql -- snapshot           write server/sql/snapshot.sql
  npm run sql -- release            add the numbered files and functions of this release to server/sql/baseline.json
  npm run sql -- figures            count functions and definitions
  npm run sql -- compare URL [URL]  compare a database with server/sql, or with another database`

const SNAPSHOT = join(SQL_FOLDER, 'snapshot.sql')
const [command, ...urls] = process.argv.slice(2)
switch (command) {
  case 'check':
    await check()
    break
  case 'snapshot':
    writeFileSync(SNAPSHOT, snapshotOf(await withMigratedDatabase(readCatalogue)))
    break
  case 'release':
    await release()
    break
  case 'figures':
    await figures()
    break
  case 'compare':
    await compare()
    break
  default:
    console.error(USAGE)
    process.exitCode = 1
}

async function check(): Promise<void> {
  const files = readSqlFiles('.')
  const catalogue = await withMigratedDatabase(readCatalogue)
  const released = readBaseline()
  const problems = [
    ...findBaselineProblems(files, released),
    ...(await findLockProblems(files, released)),
    ...findProblems(files),
    ...findRowProblems(files, definitionsOf(files)),
    ...unwrittenIn(catalogue).map(
      (name) => `${name}: the database has this function, but no file defines it`,
    ),
    ...(snapshotOf(catalogue) === readFileSync(SNAPSHOT, 'utf8')
      ? []
      : ['snapshot.sql is out of date: run npm run sql -- snapshot']),
  ]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

async function release(): Promise<void> {
  const files = readSqlFiles('.')
  const problems = findBaselineProblems(files, readBaseline())
  if (problems.length === 0) await withMigratedDatabase(async (url) => writeBaseline(files, url))
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

async function figures(): Promise<void> {
  const files = readSqlFiles('.')
  const catalogue = await withMigratedDatabase(readCatalogue)
  const definitions = definitionsOf(files).filter(({ sql }) => sql.startsWith('create or replace function'))
  const patched = files.filter(({ text }) => text.includes('pg_get_functiondef')).length
  const longest = Math.max(
    ...files.filter(({ name }) => name !== 'snapshot.sql').map(({ text }) => text.split('\n').length - 1),
  )
  console.log(
    `sql functions=${functionsIn(catalogue).length} definitions=${definitions.length} unwritten=${unwrittenIn(catalogue).length} patched=${patched} longest_file=${longest}`,
  )
}

async function compare(): Promise<void> {
  const [left, right] = urls
  if (left === undefined) throw new Error(USAGE)
  const ours = await readCatalogue(left)
  const others = right === undefined ? await withMigratedDatabase(readCatalogue) : await readCatalogue(right)
  const differences = compareCatalogues(ours, others)
  for (const difference of differences) console.log(difference)
  console.log(`sql objects=${ours.size} differences=${differences.length}`)
  if (differences.length > 0) process.exitCode = 1
}

function definitionsOf(files: ReturnType<typeof readSqlFiles>) {
  return readDefinitions(files.filter(({ name }) => holdsDefinitions(name)))
}

function unwrittenIn(catalogue: Catalogue): string[] {
  return findUnwritten(functionsIn(catalogue), definitionsOf(readSqlFiles('.')))
}

function functionsIn(catalogue: Catalogue): string[] {
  return [...catalogue.keys()].flatMap((name) => /^function (\w+)/.exec(name)?.[1] ?? [])
}
