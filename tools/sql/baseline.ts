import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQL_FOLDER, type SqlFile } from '@afara/server/kernel/postgres/sql-tree.ts'
import { Client } from 'pg'
import type { Released } from './lock-rules.ts'

const BASELINE = join(SQL_FOLDER, 'baseline.json')

/**
 * Reads what the last release contains: the checksum of each numbered file, which the migrator also keeps in each database, and the
 * functions that its processes may call.
 */
export function readBaseline(): Released {
  return JSON.parse(readFileSync(BASELINE, 'utf8')) as Released
}

/** Returns the numbered files of the baseline that were changed or removed, and files that would run before one of them. */
export function findBaselineProblems(files: readonly SqlFile[], released: Released): string[] {
  const now = new Map(files.map(({ name, checksum }) => [name, checksum]))
  const last = Object.keys(released.files).toSorted().at(-1) ?? ''
  const changed = Object.entries(released.files).flatMap(([name, checksum]) => {
    if (now.get(name) === checksum) return []
    return [
      `${name} was ${now.has(name) ? 'changed' : 'removed'} after its release: restore it, and make the change in a new numbered file`,
    ]
  })
  const early = files.filter(
    ({ name }) => name.startsWith('schema/') && name < last && released.files[name] === undefined,
  )
  return [
    ...changed,
    ...early.map(({ name }) => `${name} runs before ${last}, which is released: give it a higher number`),
  ]
}

/** Adds the numbered files of a release to the baseline. Refuses while a file that is there already was changed. */
export async function writeBaseline(files: readonly SqlFile[], url: string): Promise<void> {
  const numbered = files.filter(({ name }) => name.startsWith('schema/'))
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ signature: string }>(
      `select p.proname || '(' || coalesce(string_agg(t.typname, ',' order by a.position), '') || ')' as signature
       from pg_proc p left join unnest(p.proargtypes) with ordinality as a (type, position) on true left join pg_type t on t.oid = a.type
       where p.pronamespace = 'afara'::regnamespace group by p.oid order by 1`,
    )
    const released: Released = {
      files: Object.fromEntries(numbered.map(({ name, checksum }) => [name, checksum])),
      functions: rows.map(({ signature }) => signature),
    }
    writeFileSync(BASELINE, `${JSON.stringify(released, undefined, 2)}\n`)
  } finally {
    await client.end()
  }
}
