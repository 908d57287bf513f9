import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../kernel/clock/clock.ts'
import { createListedNames, type ListedName, type ListedNames } from '../../records/screening/listed-names.ts'
import type { Hit, Screen, ScreenList, ScreenSubject } from '../../records/screening/screen.ts'

const FOLDER_CHECK_INTERVAL_MS = 60_000
/** Number of daily sets that are read. Older lists are too old to rely on. */
const MOST_DAYS = 10
/** A list that has more than a fifth fewer names than the last good one is refused: it is truncated or another list. */
const LEAST_SHARE_PERCENT = 80

/** Content of one set of a publisher's files. */
export type ListContent = Readonly<{
  names: readonly ListedName[]
  addresses: ReadonlyArray<Readonly<{ entry: string; address: string }>>
  /** The publisher's publication date, as `2026-11-15`. Undefined if the files do not contain it. */
  publishedOn: string | undefined
}>

/** Names and parser of a publisher's files. `read` throws if a file is incomplete. */
export type ListFormat = Readonly<{
  name: string
  files: readonly string[]
  read(texts: readonly string[]): ListContent
}>

type FoundSet = Readonly<{
  path: string
  /** Name of the folder, such as `2026-11-15`: the day on which the set was fetched. */
  day: string
  /** Changes when a file of the set changes. */
  stamp: string
}>
type ReadSet = FoundSet & Readonly<{ content: ListContent; digest: string }>
type Loaded = ReadSet &
  Readonly<{ list: ScreenList; names: ListedNames; exact: ReadonlyMap<string, readonly string[]> }>

/**
 * Screens against one list, read from a folder with one subfolder per day. The newest complete set is used. If a newer set is broken, the
 * last good list stays in use and becomes older. The folder is checked again every minute.
 */
export function createListScreen({
  format,
  folder,
  clock,
  onProblem,
}: {
  format: ListFormat
  folder: string
  clock: Clock
  /** Called once for each set that cannot be used. */
  onProblem: (error: unknown) => void
}): Screen & { refresh(): Promise<void> } {
  let loaded: Loaded | undefined
  let lookedAtMs = 0
  const broken = new Set<string>()

  const load = async (): Promise<void> => {
    let newest: ReadSet | undefined = loaded
    for (const found of await findSets(folder, format.files, clock.now())) {
      if (newest !== undefined && (found.stamp === newest.stamp || found.day < newest.day)) continue
      if (broken.has(found.stamp)) continue
      try {
        newest = requireFit(await readSet(format, found), newest, clock.now())
      } catch (error) {
        broken.add(found.stamp)
        onProblem(
          new Error(`the sanctions list ${format.name} of ${found.day} is not used: ${String(error)}`, {
            cause: error,
          }),
        )
      }
    }
    if (newest !== undefined && newest !== loaded) loaded = await prepare(format.name, newest)
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

async function readSet(format: ListFormat, found: FoundSet): Promise<ReadSet> {
  const texts = await Promise.all(format.files.map(async (file) => readFile(join(found.path, file), 'utf8')))
  const digest = createHash('sha256').update(texts.join('')).digest('hex')
  return { ...found, content: format.read(texts), digest }
}

/**
 * Throws if the list is empty or dated in the future, or cannot be a successor of the list before: a list changes by a few entries, and its
 * publication date is never earlier.
 */
function requireFit(read: ReadSet, before: ReadSet | undefined, now: Date): ReadSet {
  const { names, publishedOn } = read.content
  if (names.length === 0) throw new Error('it is empty')
  if (publishedOn !== undefined && publishedOn > tomorrowOf(now))
    throw new Error(`it is dated ${publishedOn}, which is in the future`)
  if (before === undefined) return read
  const { names: namesBefore, publishedOn: publishedBefore } = before.content
  if (names.length * 100 < namesBefore.length * LEAST_SHARE_PERCENT) {
    throw new Error(
      `it has ${names.length} names, but the one of ${before.day} has ${namesBefore.length}: too many are missing`,
    )
  }
  if (publishedOn !== undefined && publishedBefore !== undefined && publishedOn < publishedBefore) {
    throw new Error(`it was published on ${publishedOn}, before the one in use (${publishedBefore})`)
  }
  return read
}

async function prepare(name: string, read: ReadSet): Promise<Loaded> {
  const { content, day, digest } = read
  const published = content.publishedOn === undefined ? '' : `-of-${content.publishedOn}`
  const exact = [
    ...content.addresses.map(({ entry, address }) => ({ entry, text: plainAddress(address) })),
    ...content.names.map(({ entry, name: listed }) => ({ entry, text: plainText(listed) })),
  ]
  return {
    ...read,
    list: { name, version: `${day}-${digest.slice(0, 16)}${published}`, loadedAt: new Date(day) },
    names: await createListedNames(content.names),
    exact: new Map(
      [...Map.groupBy(exact, ({ text }) => text)].map(([text, of]) => [text, of.map(({ entry }) => entry)]),
    ),
  }
}

/** Compares names word by word. A name in a script that we cannot compare is found only if it is identical. */
function hitsOf(subject: ScreenSubject, { list, names, exact }: Loaded): readonly Hit[] {
  const text = subject.kind === 'name' ? plainText(subject.text) : plainAddress(subject.text)
  const same = (text === '' ? [] : (exact.get(text) ?? [])).map((entry) => ({ entry, name: text }))
  const like = subject.kind === 'name' ? names.find(subject.text) : []
  const found = new Map([...same, ...like].map(({ entry, name }) => [entry, name]))
  return [...found].map(([entry, listed]) => ({ subject, list: list.name, entry, listed }))
}

/** Normalises an address. Capital letters are only a checksum in 0x… addresses, and part of the address everywhere else. */
export function plainAddress(address: string): string {
  const trimmed = address.trim()
  return /^0x/i.test(trimmed) ? trimmed.toLowerCase() : trimmed
}

function plainText(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const DAY_MS = 24 * 60 * 60 * 1000

function tomorrowOf(now: Date): string {
  return new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10)
}

/** Returns the fetched sets, oldest first. A set dated in the future is skipped, because it would never become too old. */
async function findSets(folder: string, files: readonly string[], now: Date): Promise<FoundSet[]> {
  const days = (await readdir(folder)).filter((name) => isDay(name) && name <= tomorrowOf(now))
  return Promise.all(
    days
      .toSorted()
      .slice(-MOST_DAYS)
      .map(async (day) => ({ path: join(folder, day), day, stamp: await stampOf(join(folder, day), files) })),
  )
}

function isDay(name: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(name) && !Number.isNaN(Date.parse(name))
}

async function stampOf(path: string, files: readonly string[]): Promise<string> {
  const stamps = await Promise.all(
    files.map(async (file) => {
      const found = await stat(join(path, file)).catch(() => undefined)
      return found === undefined ? 'missing' : `${found.size}/${found.mtimeMs}`
    }),
  )
  return [path, ...stamps].join(' ')
}
