import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { findProgram } from '../processes/platform-package.ts'
import { canReach, type SystemUser, unprivilegedUser } from '../processes/system-user.ts'

// Folder for files that `nobody` must read. It is used if `nobody` cannot read the checkout. /var/tmp survives a restart.
const SHELF = '/var/tmp/afara-stack'

/** Returns the folder with `bin`, `lib` and `share` of PostgreSQL 18, readable by the user that runs it. */
export function findPostgresFiles(): string {
  const native = join(dirname(dirname(findProgram('postgresql'))), 'native')
  const user = unprivilegedUser()
  if (user === undefined || canReach(user, join(native, 'bin/postgres'))) return native
  return copyToShelf(native)
}

/** Returns the folder of the cluster of `directory`: the directory itself, unless `nobody` cannot access it. */
export function findPostgresHome(directory: string): string {
  const absolute = resolve(directory)
  const user = unprivilegedUser()
  if (user === undefined) {
    mkdirSync(absolute, { recursive: true, mode: 0o700 })
    return absolute
  }
  mkdirSync(absolute, { recursive: true })
  giveAway(absolute, user)
  if (canReach(user, absolute)) return absolute
  const home = shelved(absolute)
  openShelf()
  mkdirSync(home, { recursive: true })
  giveAway(home, user)
  return home
}

/** Deletes the cluster of `directory`, wherever it is kept. It must not be running. */
export function removePostgresHome(directory: string): void {
  rmSync(resolve(directory), { recursive: true, force: true })
  rmSync(shelved(resolve(directory)), { recursive: true, force: true })
}

function shelved(absolute: string): string {
  const hash = createHash('sha256').update(absolute).digest('hex').slice(0, 12)
  return join(SHELF, `${basename(absolute)}-${hash}`)
}

function giveAway(folder: string, user: SystemUser): void {
  chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
}

function copyToShelf(native: string): string {
  openShelf()
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string }
  const copy = join(SHELF, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  // Renamed when complete, so that an interrupted copy is never used.
  const draft = mkdtempSync(join(SHELF, 'draft-'))
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  chmodSync(draft, 0o755)
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true })
    // Another process finished the same copy first.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
  }
  return copy
}

function openShelf(): void {
  mkdirSync(SHELF, { recursive: true })
  const shelf = lstatSync(SHELF)
  // The name is public, so a folder that another user created first could contain anything.
  if (!shelf.isDirectory() || shelf.uid !== 0)
    throw new Error(`${SHELF} is not owned by root: remove the folder, and start again`)
  chmodSync(SHELF, 0o755)
}
