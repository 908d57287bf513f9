import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The generator of HTTP load, from Debian. */
export function findWrk(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = folders.map((folder) => join(folder, 'wrk')).find((file) => existsSync(file))
  if (found === undefined) throw new Error('wrk is missing: apt-get install wrk')
  return found
}
