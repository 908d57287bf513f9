import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SDN_FILES } from './read-sdn-list.ts'

export type SdnFolder = Readonly<{
  path: string
  /** `2026-11-15`: its name, which says when it was brought. */
  day: string
  /** Changes when a file in it does. */
  stamp: string
}>

const DAY_MS = 24 * 60 * 60 * 1000

/** Fetched sets, newest first. One that is dated ahead would stay young for ever, so it is not looked at. */
export async function findSdnFolders(folder: string, now: Date): Promise<SdnFolder[]> {
  const tomorrow = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10)
  const days = (await readdir(folder)).filter((name) => isDay(name) && name <= tomorrow)
  return Promise.all(
    days
      .toSorted()
      .toReversed()
      .map(async (day) => ({ path: join(folder, day), day, stamp: await stampOf(join(folder, day)) })),
  )
}

function isDay(name: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(name) && !Number.isNaN(Date.parse(name))
}

async function stampOf(path: string): Promise<string> {
  const stamps = await Promise.all(
    SDN_FILES.map(async (file) => {
      const found = await stat(join(path, file)).catch(() => undefined)
      return found === undefined ? 'missing' : `${found.size}/${found.mtimeMs}`
    }),
  )
  return [path, ...stamps].join(' ')
}
