import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../kernel/clock/clock.ts'
import { createListedNames, type ListedNames } from '../../records/screening/listed-names.ts'
import type { Hit, Screen, ScreenList, ScreenSubject } from '../../records/screening/screen.ts'
import { plainAddress, readSdnList, SDN_FILES } from './sdn-list.ts'

const FOLDER_CHECK_INTERVAL_MS = 60_000

type Loaded = Readonly<{
  list: ScreenList
  day: string
  stamp: string
  names: ListedNames
  addresses: ReadonlyMap<string, readonly string[]>
}>

/**
 * The list of Specially Designated Nationals, from a folder with one folder a day in it. The newest that can be read whole is
 * used; while a newer one is broken the last good list stays and its age grows. The folder is looked at again every minute.
 */
export function createSdnScreen({
  folder,
  clock,
  onProblem,
}: {
  folder: string
  clock: Clock
  /** Called once for each set that cannot be read. */
  onProblem: (error: unknown) => void
}): Screen & { refresh(): Promise<void> } {
  let loaded: Loaded | undefined
  let lookedAtMs = 0
  const broken = new Set<string>()

  const load = async (): Promise<void> => {
    for (const found of await findSdnFolders(folder, clock.now())) {
      if (loaded !== undefined && (found.stamp === loaded.stamp || found.day < loaded.day)) return
      if (broken.has(found.stamp)) continue
      try {
        loaded = await loadFolder(found)
        return
      } catch (error) {
        broken.add(found.stamp)
        onProblem(error)
      }
    }
  }
  let loading = Promise.resolve()
  const refresh = async (): Promise<void> => {
    lookedAtMs = clock.now().getTime()
    loading = loading.then(load).catch(onProblem)
    return loading
  }
  const lookNowAndThen = (): void => {
    if (clock.now().getTime() - lookedAtMs >= FOLDER_CHECK_INTERVAL_MS) void refresh()
  }

  void refresh()
  return {
    get list() {
      lookNowAndThen()
      return loaded?.list
    },
    screen: (subjects) => {
      lookNowAndThen()
      const known = loaded
      return known === undefined ? [] : subjects.flatMap((subject) => hitsOf(subject, known))
    },
    refresh,
  }
}

async function loadFolder({ path, day, stamp }: SdnFolder): Promise<Loaded> {
  const { names, addresses, digest } = await readSdnList(path)
  return {
    list: { name: 'sdn', version: `${day}-${digest.slice(0, 16)}`, loadedAt: new Date(day) },
    day,
    stamp,
    names: await createListedNames(names),
    addresses: new Map(
      [...Map.groupBy(addresses, ({ address }) => address)].map(([address, of]) => [
        address,
        of.map(({ entry }) => entry),
      ]),
    ),
  }
}

function hitsOf(subject: ScreenSubject, { names, addresses }: Loaded): readonly Hit[] {
  if (subject.kind === 'name') {
    return names.find(subject.text).map(({ entry, name }) => ({ subject, entry, listed: name }))
  }
  const address = plainAddress(subject.text)
  return (addresses.get(address) ?? []).map((entry) => ({ subject, entry, listed: address }))
}

type SdnFolder = Readonly<{
  path: string
  /** `2026-11-15`: its name, which says when it was brought. */
  day: string
  /** Changes when a file in it does. */
  stamp: string
}>

const DAY_MS = 24 * 60 * 60 * 1000

/** Fetched sets, newest first. One that is dated ahead would stay young for ever, so it is not looked at. */
async function findSdnFolders(folder: string, now: Date): Promise<SdnFolder[]> {
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
