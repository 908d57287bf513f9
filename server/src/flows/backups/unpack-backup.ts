import type { KeyObject } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chown, mkdir, open, readdir, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { Archive } from '../../kernel/archive.ts'
import { createOpeningStream } from '../../kernel/sealed-stream.ts'
import { type Base, listBases } from './base-backup.ts'
import { extractTar } from './extract-tar.ts'
import type { Reach } from './ship-wal.ts'
import { placeOf, readWalObjects, timelineOf, type WalObject } from './wal.ts'

/** A data folder with the WAL that its recovery needs beside it. */
export type Unpacked = Readonly<{
  data: string
  wal: string
  version: number
  /** Everything committed before this time is in the archive. */
  reach: Date
}>

/**
 * Decrypts the newest base backup from before `to`, and the WAL after it, into `data`. Without `to`, all of the archive. Throws, with
 * advice, if the archive cannot give the database of that time.
 */
export async function unpackBackup(
  archive: Archive,
  key: KeyObject,
  { data, to, say }: Readonly<{ data: string; to: Date | undefined; say: (text: string) => void }>,
): Promise<Unpacked> {
  await requireEmpty(data)
  const reach = await readReach(archive)
  const bases = await listBases(archive)
  if (to !== undefined && to > reach)
    throw new Error(
      `the archive ends at ${reach.toISOString()}. Choose a time before that, or leave out --to`,
    )
  const place = to === undefined ? bases.length : bases.findIndex(({ stoppedAt }) => new Date(stoppedAt) > to)
  const base = bases.at(place === -1 ? -1 : place - 1)
  if (base === undefined || place === 0)
    throw new Error(
      `the first base backup ended at ${bases[0]?.stoppedAt ?? 'no time'}. Choose a time after that`,
    )
  say(`base backup of ${base.stoppedAt}`)
  await unpackBase(archive, key, base, data)
  const wal = `${data}-wal`
  await mkdir(wal, { recursive: true, mode: 0o700 })
  await unpackWal(archive, key, { base, until: place === -1 ? undefined : bases[place], wal, say })
  await giveToOwner(data, wal)
  return { data, wal, version: base.version, reach }
}

async function requireEmpty(data: string): Promise<void> {
  await mkdir(data, { recursive: true, mode: 0o700 })
  for (const folder of [data, `${data}-wal`])
    if ((await readdir(folder).catch(() => [])).length > 0)
      throw new Error(
        `${folder} is not empty. Name a new folder with --data, or move the old one away and keep it`,
      )
}

/** How far the archive reaches on the newest timeline. */
export async function readReach(archive: Archive): Promise<Date> {
  const name = (await archive.list('reach')).at(-1)
  if (name === undefined)
    throw new Error(
      'there is no archive in this folder. Name the folder that "backup archive --to" writes to',
    )
  return new Date((JSON.parse(await text(archive.get(name))) as Reach).at)
}

async function unpackBase(archive: Archive, key: KeyObject, base: Base, data: string): Promise<void> {
  await extractTar(data, [archive.get(`${base.name}.tar`), createOpeningStream(key), createZstdDecompress()])
  await writeFile(join(data, 'backup_label'), base.label, { mode: 0o600 })
}

type WalWanted = Readonly<{ base: Base; until: Base | undefined; wal: string; say: (text: string) => void }>

async function unpackWal(
  archive: Archive,
  key: KeyObject,
  { base, until, wal, say }: WalWanted,
): Promise<void> {
  const names = await archive.list('wal')
  const [first, last] = [placeOf(base.first), until && placeOf(until.last)]
  const objects = readWalObjects(names, base.segmentBytes).filter(
    ({ segment }) => placeOf(segment) >= first && (last === undefined || placeOf(segment) <= last),
  )
  const segments = Map.groupBy(objects, ({ segment }) => segment)
  requireUnbroken(segments, base)
  say(`${segments.size} segments of WAL`)
  for (const [segment, parts] of segments) await unpackSegment(archive, key, { segment, parts, wal, base })
  for (const name of names.filter((name) => name.endsWith('.history')))
    await unpackObject(archive, key, name, join(wal, name.slice('wal/'.length)))
}

/** A missing segment would end the recovery early, and PostgreSQL could not tell that from the end of the archive. */
function requireUnbroken(
  segments: ReadonlyMap<string, readonly WalObject[]>,
  { first, segmentBytes }: Base,
): void {
  const perLog = 0x1_0000_0000 / segmentBytes
  const numberOf = (segment: string) =>
    Number(`0x${placeOf(segment).slice(0, 8)}`) * perLog + Number(`0x${placeOf(segment).slice(8)}`)
  const whole = new Set(
    [...segments].filter(([, parts]) => endOf(parts) === segmentBytes).map(([name]) => numberOf(name)),
  )
  const last = [...segments.keys()].map(numberOf).reduce((most, number) => Math.max(most, number), 0)
  for (let number = numberOf(first); number < last; number += 1)
    if (!whole.has(number))
      throw new Error(
        `the archive lacks WAL: segment ${number} after ${first} of timeline ${timelineOf(first)} is missing or not whole. Choose a time before it was written, or after the next base backup`,
      )
}

/** Returns how much of a segment is archived without a gap. */
function endOf(parts: readonly WalObject[]): number {
  return parts
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .reduce((end, part) => (part.start <= end && part.end > end ? part.end : end), 0)
}

async function unpackSegment(
  archive: Archive,
  key: KeyObject,
  {
    segment,
    parts,
    wal,
    base,
  }: Readonly<{ segment: string; parts: readonly WalObject[]; wal: string; base: Base }>,
): Promise<void> {
  const file = join(wal, segment)
  const isWhole = parts.some(({ name }) => name === `wal/${segment}`)
  try {
    if (isWhole) return await unpackObject(archive, key, `wal/${segment}`, file)
    await (await open(file, 'w', 0o600)).close()
    for (const { name, start } of parts) await unpackObject(archive, key, name, file, start)
    // PostgreSQL wants whole segments, and stops at the first zero.
    await truncate(file, base.segmentBytes)
  } catch (error) {
    // The segment became full meanwhile, and its pieces were removed.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || isWhole) throw error
    await unpackObject(archive, key, `wal/${segment}`, file)
  }
}

async function unpackObject(
  archive: Archive,
  key: KeyObject,
  name: string,
  file: string,
  start = 0,
): Promise<void> {
  const flags = start === 0 ? 'w' : 'r+'
  const written = createWriteStream(file, { flags, start, mode: 0o600 })
  await pipeline(archive.get(name), createOpeningStream(key), createZstdDecompress(), written).catch(
    (error: Error) => {
      error.message = `${name}: ${error.message}`
      throw error
    },
  )
}

/** PostgreSQL does not run as root. If root restores, everything belongs to the owner of the backed up files. */
async function giveToOwner(data: string, wal: string): Promise<void> {
  const { uid, gid } = await stat(data)
  if (process.getuid?.() !== 0) return
  for (const path of [
    join(data, 'backup_label'),
    wal,
    ...(await readdir(wal)).map((name) => join(wal, name)),
  ])
    await chown(path, uid, gid)
}
