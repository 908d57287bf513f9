import type { KeyObject } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { readRecoveredUntil } from '../../flows/backups/backup-store.ts'
import { recover } from '../../flows/backups/recover.ts'
import { unpackBackup } from '../../flows/backups/unpack-backup.ts'
import type { Archive } from '../../kernel/archive.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { requireForwardCounter } from '../../kernel/postgres/require-forward-counter.ts'
import { placeFreeze } from '../../records/freezes/freeze-store.ts'

type Chosen = Readonly<{
  data: string
  to?: Date
  postgres: string
  database: string
  print(text: string): void
}>

/** Restores the database of a time and freezes everything that is outgoing. Leaves it stopped. */
export async function restoreFrozen(archive: Archive, key: KeyObject, chosen: Chosen): Promise<void> {
  const { data, to, postgres: programs, database, print } = chosen
  const unpacked = await unpackBackup(archive, key, { data, to, say: (text) => print(`Unpacked: ${text}.`) })
  print('PostgreSQL replays the WAL …')
  const server = await recover(unpacked, { to, programs, database })
  const pool = createPool(server.ownerUrl, { max: 1, applicationName: 'restore' })
  let until: Date | null
  try {
    until = await readRecoveredUntil(pool)
    await requireForwardCounter(pool)
    const reason = `restored from the archive as of ${(to ?? unpacked.reach).toISOString()}`
    await placeFreeze(pool, {
      of: { scope: 'all', subject: '' },
      reason,
      by: 'system:restore',
      at: new Date(),
    })
  } finally {
    await pool.end()
    await server.stop()
  }
  await rm(unpacked.wal, { recursive: true, force: true })
  print(`Restored to ${data}: the last commit in it is of ${until?.toISOString() ?? 'the base backup'}.
The archive reaches to ${unpacked.reach.toISOString()}. Everything outgoing is frozen, and PostgreSQL is stopped.

What to do next (docs/runbooks/restore.md):
1. Start PostgreSQL on ${data} with your own settings. Leave api, worker and reconciler stopped.
2. npm run admin -- check, then npm run admin -- verify --heads <file>.
3. Empty Restate's disk. Leave the journals of signer and payer as they are.
4. Start the worker, the reconciler and the api, and adopt the missing transfers: npx afara ops adopt
5. Only then: npx afara ops unfreeze all --reason "…"
6. Start "npm run backup -- archive" again. It makes a new base backup.`)
}
