import { join } from 'node:path'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { LiveStack } from '../live-stack.ts'
import { IDENTITY_WORD, type KnownPerson, NAME_WORD } from './known-people.ts'
import { type Found, filesBelow, searchFiles, searchText, type Wanted } from './search-bytes.ts'

type Searched = Readonly<{ found: readonly Found[]; bytes: number }>
export type Search = Readonly<{
  /** Searches logs, journals, Restate's files and the backup for every text. */
  outside(): Searched
  /** Searches the database, as it is dumped and as it is on the disk, for identity references. */
  database(owner: Pool): Promise<Searched>
}>

export function createSearch(stack: LiveStack, people: readonly KnownPerson[]): Search {
  const { directory } = stack.beside
  const all: Wanted = {
    words: [NAME_WORD, IDENTITY_WORD],
    numbers: new Set(people.flatMap(({ account, payee }) => [account, payee])),
  }
  const identities: Wanted = { words: [IDENTITY_WORD], numbers: new Set() }
  const isData = (path: string): boolean => path.startsWith(join(directory, 'postgres', 'data'))
  return {
    outside: () =>
      searchFiles(
        // The bank and its log are not ours.
        filesBelow(directory, (path) => !path.startsWith(join(directory, 'bank')) && !isData(path)),
        all,
      ),
    database: async (owner) => {
      const superuser = createPool(stack.databaseUrl('postgres'), { max: 1, applicationName: 'proof' })
      try {
        await superuser.query('checkpoint')
      } finally {
        await superuser.end()
      }
      const onDisk = searchFiles(filesBelow(directory, isData), identities)
      const dumped = await searchDump(owner, identities)
      return { found: [...onDisk.found, ...dumped], bytes: onDisk.bytes }
    },
  }
}

/** Reads every row of every table as text. On the disk a long value may be compressed. */
async function searchDump(owner: Pool, wanted: Wanted): Promise<Found[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'afara'::regnamespace`,
  )
  const found: Found[] = []
  for (const { name } of tables) {
    const { rows } = await owner.query<{ text: string }>(`select t::text as text from ${name} t`)
    for (const { text } of rows) found.push(...searchText(`table ${name}`, text, wanted))
  }
  return found
}
