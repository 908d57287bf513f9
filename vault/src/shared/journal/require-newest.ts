import type { Pool } from 'pg'
import { fromDatabase } from '../unavailable.ts'
import type { Head } from './chained-file.ts'
import type { Chained } from './record-file.ts'

type SeenJournal = Readonly<{ head(): Head; page(after: number, most: number): readonly Chained[] }>

/**
 * Returns why a journal is not the newest: the database has seen a record that the journal lacks. Undefined if the journal is as far as the
 * database, or further. The database may lack the newest records of the journal, but never the other way round.
 */
export async function whyBehind(
  pool: Pool,
  vault: 'signer' | 'payer',
  journal: SeenJournal,
): Promise<string | undefined> {
  const seen = await readSeenHead(pool, vault)
  if (seen === null) return undefined
  const { count } = seen
  if (journal.head().count < count)
    return `the journal ends at record ${journal.head().count}, but the database has seen record ${count}: the journal is an old copy`
  const [record] = journal.page(count - 1, 1)
  return record?.hash === seen.hash
    ? undefined
    : `record ${count} of the journal differs from the one that the database has seen`
}

/** Returns the last record of a journal that the database has seen; null if there is none. */
export async function readSeenHead(pool: Pool, vault: 'signer' | 'payer'): Promise<Head | null> {
  const { rows } = await fromDatabase(async () =>
    pool.query<{ count: string; hash: string }>('select count, hash from vault_journal where vault = $1', [
      vault,
    ]),
  )
  const [seen] = rows
  return seen === undefined ? null : { count: Number(seen.count), hash: seen.hash }
}
