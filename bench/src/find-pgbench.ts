import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const DEBIAN = '/usr/lib/postgresql'

/** The newest pgbench of Debian's packages, or the one on the path. Any version can drive our PostgreSQL. */
export function findPgbench(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
  const folders = [
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  const found = folders.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file))
  if (found === undefined) {
    throw new Error(
      'pgbench is missing: apt-get install postgresql-15 (Debian 12; elsewhere postgresql or postgresql-contrib)',
    )
  }
  return found
}
