import type { Pool } from 'pg'
import { fromDatabase } from '../unavailable.ts'
import type { Head } from './chained-file.ts'
import type { Chained } from './record-file.ts'

type SeenJournal = Readonly<{ head(): Head; page(after: number, most: number): readonly Chained[] }>

/**
 * Why a journal is not the newest, by the database's word: it was seen to have a record that it does not have. Undefined when it is as far, or
 * further. The database may be behind, never the journal.
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
    return `it ends at record ${journal.head().count}, but record ${count} was written before`
  const [record] = journal.page(count - 1, 1)
  return record?.hash === seen.hash ? undefined : `its record ${count} differs from the one written before`
}

/** The last record that a journal was seen to have; null when nobody has seen one. */
export async function readSeenHead(pool: Pool, vault: 'signer' | 'payer'): Promise<Head | null> {
  const { rows } = await fromDatabase(async () =>
    pool.query<{ count: string; hash: string }>('select count, hash from vault_journal where vault = $1', [
      vault,
    ]),
  )
  const [seen] = rows
  return seen === undefined ? null : { count: Number(seen.count), hash: seen.hash }
}
