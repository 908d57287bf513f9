import { execFile, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  createReadStream,
  createWriteStream,
  existsSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { extractTar } from '@afara/server/flows/backups/extract-tar.ts'
import { createOpeningStream, createSealingStream } from '@afara/server/kernel/sealed-stream.ts'
import { Client } from 'pg'
import { unprivilegedUser } from '../processes/system-user.ts'
import { findPostgresHome } from './postgres-files.ts'

const run = promisify(execFile)
/** Backups are for the run that made them. */
const keys = generateKeyPairSync('x25519')

/**
 * Makes a physical backup of a running cluster, like pg_basebackup, encrypted, next to the data of `directory`. A new backup replaces the
 * last. `url` connects as a superuser. Returns the file.
 */
export async function backUpPostgres(url: string, directory: string): Promise<string> {
  const home = findPostgresHome(directory)
  const [data, backup] = [join(home, 'data'), join(home, 'backup')]
  rmSync(backup, { recursive: true, force: true })
  try {
    await copyCluster(url, data, backup)
    return await sealFolder(home)
  } finally {
    rmSync(backup, { recursive: true, force: true })
  }
}

/** Copies the data folder of a running cluster, like pg_basebackup. `url` connects as a superuser. */
export async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    // One session from start to stop, because PostgreSQL aborts a backup whose session ends.
    await client.query(`select pg_backup_start('afara', true)`)
    await copy(from, to)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    // The WAL of the changes during the copy makes the copy consistent, so the WAL is copied again at the end.
    rmSync(join(to, 'pg_wal'), { recursive: true })
    await copy(join(from, 'pg_wal'), join(to, 'pg_wal'))
    rmSync(join(to, 'postmaster.pid'), { force: true })
    giveLabel(to, rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
}

/** Packs and encrypts the copy, as docs/operate/backups.md does. */
async function sealFolder(home: string): Promise<string> {
  const file = fileOf(home)
  const tar = spawn('tar', ['-C', home, '-cf', '-', 'backup'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(tar, 'exit')
  await pipeline(tar.stdout, createSealingStream(keys.publicKey), createWriteStream(file))
  requireNoError(await ended)
  return file
}

function fileOf(home: string): string {
  return join(home, 'backup.tar.sealed')
}

function requireNoError([code]: unknown[]): void {
  if (code !== 0) throw new Error(`tar ended with ${String(code)}`)
}

/** Replaces the data with the backup; the data is deleted. PostgreSQL must be stopped. The next start has the state of the backup. */
export async function restorePostgres(directory: string): Promise<void> {
  const home = findPostgresHome(directory)
  const [data, backup] = [join(home, 'data'), join(home, 'backup')]
  const file = fileOf(home)
  if (!existsSync(file)) throw new Error(`there is no backup in ${home}`)
  await extractTar(home, [createReadStream(file), createOpeningStream(keys.privateKey)])
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
