import type { KeyObject } from 'node:crypto'
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createZstdCompress } from 'node:zlib'
import type { Archive } from '../../kernel/archive.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { createSealingStream } from '../../kernel/sealed-stream.ts'
import { advanceSlot, type Cluster, openSlot, readWalEnd } from './backup-store.ts'
import { type Lsn, pieceName, readLsn, readWalObjects, segmentAt, startOf, timelineOf } from './wal.ts'

/** What the archive holds of a timeline: every commit before `at`. Kept in clear text as `reach/<timeline>`. */
export type Reach = Readonly<{ at: string; position: string }>

export type WalShipper = Readonly<{
  /**
   * Archives the WAL that reached the disk since the last call. Returns how far the archive reaches, and whether WAL before it is lost, so
   * that a new base backup is needed. Undefined on a standby.
   */
  ship(sql: Sql): Promise<Readonly<{ reach: Date; lost: boolean }> | undefined>
}>

type Place = Readonly<{ timeline: string; shipped: Lsn }>

/**
 * Copies WAL from PostgreSQL's own folder: each segment as pieces while PostgreSQL still writes to it, and as one object when it is full. A
 * replication slot keeps what was not copied. `key` is the public key of backups.
 */
export function createWalShipper(archive: Archive, cluster: Cluster, key: KeyObject): WalShipper {
  const { segmentBytes, dataFolder } = cluster
  let place: Place | undefined

  const put = async (name: string, bytes: Buffer): Promise<void> =>
    archive.put(name, [Readable.from([bytes]), createZstdCompress(), createSealingStream(key)])

  const read = async (segment: string, start: number, end: number): Promise<Buffer> => {
    const file = await open(join(dataFolder, 'pg_wal', segment))
    try {
      const bytes = Buffer.alloc(end - start)
      const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
      if (bytesRead !== bytes.length) throw new Error(`${segment} in pg_wal is shorter than PostgreSQL says`)
      return bytes
    } finally {
      await file.close()
    }
  }

  /** Archives up to `end`, which is in the segment of `from` or at its end. */
  const shipPart = async (sql: Sql, timeline: string, from: Lsn, end: Lsn): Promise<void> => {
    const segment = segmentAt(timeline, from, segmentBytes)
    const base = startOf(segment, segmentBytes)
    const [start, stop] = [Number(from - base), Number(end - base)]
    if (stop < segmentBytes) return put(pieceName(segment, start, stop), await read(segment, start, stop))
    await put(`wal/${segment}`, await read(segment, 0, segmentBytes))
    for (const { name } of await listPieces(archive, segment, segmentBytes)) await archive.remove(name)
    await advanceSlot(sql, end)
  }

  const shipHistories = async (): Promise<void> => {
    const known = new Set(await archive.list('wal'))
    for (const file of await readdir(join(dataFolder, 'pg_wal')))
      if (file.endsWith('.history') && !known.has(`wal/${file}`))
        await put(`wal/${file}`, await readFile(join(dataFolder, 'pg_wal', file)))
  }

  /** Finds where to go on: after what is archived, or, on a new timeline, at the segment where it left the old one. */
  const find = async (sql: Sql, timeline: string): Promise<Place & { lost: boolean }> => {
    const kept = await openSlot(sql)
    await shipHistories()
    const objects = readWalObjects(await archive.list('wal'), segmentBytes)
    const last = objects
      .filter(({ segment }) => timelineOf(segment) === timeline)
      .map(({ segment, end }) => startOf(segment, segmentBytes) + BigInt(end))
      .reduce<Lsn | undefined>((most, end) => (most === undefined || end > most ? end : most), undefined)
    const wanted = last ?? (await switchOf(dataFolder, timeline)) ?? kept
    const whole = wanted - (wanted % BigInt(segmentBytes))
    const shipped = last === undefined ? whole : wanted
    const files = new Set(await readdir(join(dataFolder, 'pg_wal')))
    if (files.has(segmentAt(timeline, shipped, segmentBytes))) return { timeline, shipped, lost: false }
    return { timeline, shipped: kept - (kept % BigInt(segmentBytes)), lost: true }
  }

  return {
    async ship(sql) {
      const end = await readWalEnd(sql)
      if (end === undefined) return undefined
      let lost = false
      if (place?.timeline !== end.timeline) {
        const found = await find(sql, end.timeline)
        place = found
        lost = found.lost
      }
      let { shipped } = place
      if (end.flushed < shipped) {
        place = undefined
        throw new Error(
          'the archive is ahead of PostgreSQL: this is another cluster, or it lost WAL. Archive it to an empty folder, and keep the old one',
        )
      }
      while (shipped < end.flushed) {
        const full = shipped - (shipped % BigInt(segmentBytes)) + BigInt(segmentBytes)
        const next = full < end.flushed ? full : end.flushed
        await shipPart(sql, end.timeline, shipped, next)
        shipped = next
        place = { timeline: end.timeline, shipped }
      }
      const reach: Reach = { at: end.at.toISOString(), position: String(shipped) }
      await archive.put(`reach/${end.timeline}`, [Readable.from([Buffer.from(JSON.stringify(reach))])])
      return { reach: end.at, lost }
    },
  }
}

async function listPieces(archive: Archive, segment: string, segmentBytes: number) {
  const objects = readWalObjects(await archive.list('wal'), segmentBytes)
  return objects.filter((one) => one.segment === segment && one.name !== `wal/${segment}`)
}

/** Returns the position at which a timeline left its parent. Undefined for the first timeline. */
async function switchOf(dataFolder: string, timeline: string): Promise<Lsn | undefined> {
  const history = join(dataFolder, 'pg_wal', `${timeline}.history`)
  const text = await readFile(history, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const last = text.split('\n').findLast((line) => /^\d/.test(line))
  return last === undefined ? undefined : readLsn(last.split('\t')[1] ?? '0/0')
}
