import { execFile } from 'node:child_process'
import { chmodSync, chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { unprivilegedUser } from '../processes/system-user.ts'
import { findPostgresHome } from './postgres-files.ts'

const run = promisify(execFile)

/**
 * Makes a physical backup of a running cluster, like pg_basebackup, next to the data of `directory`. A new backup replaces the last. `url`
 * connects as a superuser.
 */
export async function backUpPostgres(url: string, directory: string): Promise<void> {
  const home = findPostgresHome(directory)
  const [data, backup] = [join(home, 'data'), join(home, 'backup')]
  rmSync(backup, { recursive: true, force: true })
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    // One session from start to stop, because PostgreSQL aborts a backup whose session ends.
    await client.query(`select pg_backup_start('afara', true)`)
    await copy(data, backup)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    // The WAL of the changes during the copy makes the copy consistent, so the WAL is copied again at the end.
    rmSync(join(backup, 'pg_wal'), { recursive: true })
    await copy(join(data, 'pg_wal'), join(backup, 'pg_wal'))
    rmSync(join(backup, 'postmaster.pid'), { force: true })
    giveLabel(backup, rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
}

/** Replaces the data with the backup; the data is deleted. PostgreSQL must be stopped. The next start has the state of the backup. */
export async function restorePostgres(directory: string): Promise<void> {
  const home = findPostgresHome(directory)
  const [data, backup] = [join(home, 'data'), join(home, 'backup')]
  if (!existsSync(backup)) throw new Error(`there is no backup in ${home}`)
  rmSync(data, { recursive: true })
  renameSync(backup, data)
}

/** Copies with owners and modes. A file that disappears during the copy is not an error, because the WAL has its content. */
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
