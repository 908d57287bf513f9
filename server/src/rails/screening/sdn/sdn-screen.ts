import type { Clock } from '../../../kernel/clock/clock.ts'
import { createListedNames, type ListedNames } from '../../../records/screening/listed-names.ts'
import type { Hit, Screen, ScreenList, ScreenSubject } from '../../../records/screening/screen.ts'
import { plainAddress } from './currency-addresses.ts'
import { findSdnFolders, type SdnFolder } from './find-sdn-folders.ts'
import { readSdnList } from './read-sdn-list.ts'

const LOOK_EVERY_MS = 60_000

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
    if (clock.now().getTime() - lookedAtMs >= LOOK_EVERY_MS) void refresh()
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
