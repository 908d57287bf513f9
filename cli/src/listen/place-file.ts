import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configFolder } from '../settings/profile-file.ts'

export type PlaceFile = Readonly<{
  path: string
  /** Returns the number of the last forwarded event; undefined before the first run. */
  read(): number | undefined
  write(number: number): void
}>

type Whose = Readonly<{ profile: string; url: string; key: string }>

/**
 * Stores the position of a profile in its feed. Each profile, URL and key has its own file, because another business or service has another
 * feed.
 */
export function openPlaceFile(
  env: Readonly<Record<string, string | undefined>>,
  { profile, url, key }: Whose,
): PlaceFile {
  const feed = createHash('sha256').update(`${url}\n${key}`).digest('hex').slice(0, 12)
  const folder = join(configFolder(env), 'places')
  const path = join(folder, `${profile.replaceAll(/[^A-Za-z0-9._-]/g, '_')}-${feed}.json`)
  return {
    path,
    read: () => {
      try {
        const { after } = JSON.parse(readFileSync(path, 'utf8')) as { after?: unknown }
        return typeof after === 'number' && Number.isSafeInteger(after) && after >= 0 ? after : undefined
      } catch {
        return undefined
      }
    },
    write: (number) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(`${path}.new`, `${JSON.stringify({ after: number })}\n`, { mode: 0o600 })
      renameSync(`${path}.new`, path)
    },
  }
}
