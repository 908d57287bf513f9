import { execFile } from 'node:child_process'
import { chmodSync, chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { unprivilegedUser } from '../processes/system-user.ts'
import { findPostgresHome } from './postgres-files.ts'

const run = promisify(execFile)

/**
 * A physical backup of a running cluster, as pg_basebackup makes one. Kept beside the data of `directory`; a new one
 * replaces the last. `url` is a superuser's.
 */
export async function backUpPostgres(url: string, directory: string): Promise<void> {
  const home = findPostgresHome(directory)
  const [data, backup] = [join(home, 'data'), join(home, 'backup')]
  rmSync(backup, { recursive: true, force: true })
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    // One session from start to stop: PostgreSQL forgets a backup whose session has ended.
    await client.query(`select pg_backup_start('afara', true)`)
    await copy(data, backup)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    // The log of what happened meanwhile makes the copy whole, so it is copied once more at the end.
    rmSync(join(backup, 'pg_wal'), { recursive: true })
    await copy(join(data, 'pg_wal'), join(backup, 'pg_wal'))
    rmSync(join(backup, 'postmaster.pid'), { force: true })
    giveLabel(backup, rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
}

/** Puts the backup in the place of the data, which is gone then. PostgreSQL must be down; started again, it is as it was at the backup. */
export async function restorePostgres(directory: string): Promise<void> {
  const home = findPostgresHome(directory)
  const [data, backup] = [join(home, 'data'), join(home, 'backup')]
  if (!existsSync(backup)) throw new Error(`${home} has no backup`)
  rmSync(data, { recursive: true })
  renameSync(backup, data)
}

/** With owners and modes. Files that vanish while they are copied are no fault: the log has what was in them. */
async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to]).catch((error: { stderr?: string }) => {
    const lines = (error.stderr ?? '').trim().split('\n')
    if (!lines.every((line) => line.includes('No such file or directory'))) throw error
  })
}

function giveLabel(backup: string, label: string): void {
  const file = join(backup, 'backup_label')
  writeFileSync(file, label)
  const user = unprivilegedUser()
  if (user !== undefined) chownSync(file, user.uid, user.gid)
  chmodSync(file, 0o600)
}
