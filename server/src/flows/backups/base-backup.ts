import { spawn } from 'node:child_process'
import type { KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createZstdCompress } from 'node:zlib'
import type { Client } from 'pg'
import type { Archive } from '../../kernel/archive.ts'
import { createSealingStream } from '../../kernel/sealed-stream.ts'
import { type Cluster, readWalEnd, startBackup, stopBackup } from './backup-store.ts'
import { segmentAt } from './wal.ts'

/** A base backup, kept in clear text as `base/<time>.json`. The files are in `base/<time>.tar`. It is complete once this exists. */
export type Base = Readonly<{
  name: string
  /** A restore may stop at this time or later. */
  stoppedAt: string
  /** The first and the last WAL segment that it needs. */
  first: string
  last: string
  label: string
  segmentBytes: number
  version: number
}>

// PostgreSQL makes these itself, or they belong to this machine. WAL is archived apart.
const LEFT_OUT = [
  'postmaster.pid',
  'postmaster.opts',
  'pg_wal/*',
  'pg_replslot/*',
  'pg_stat_tmp/*',
  'pg_dynshmem/*',
]
// tar ends with 1 if a file changed or disappeared while it was read. The WAL has its content.
const CHANGED_MEANWHILE = 1

/** Copies the files of a running cluster. `client` is a connection of its own. */
export async function makeBase(
  client: Client,
  archive: Archive,
  cluster: Cluster,
  key: KeyObject,
): Promise<Base> {
  const { dataFolder, segmentBytes, version } = cluster
  const timeline = (await readWalEnd(client))?.timeline ?? ''
  const start = await startBackup(client)
  const name = `base/${new Date().toISOString().replaceAll(/[-:.]/g, '')}`
  const excluded = [...LEFT_OUT, '*pgsql_tmp*'].map((path) => `--exclude=./${path}`)
  const tar = spawn('tar', ['-C', dataFolder, ...excluded, '-cf', '-', '.'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [ended, said] = [once(tar, 'exit') as Promise<[number | null]>, text(tar.stderr)]
  await archive.put(`${name}.tar`, [tar.stdout, createZstdCompress(), createSealingStream(key)])
  const [code] = await ended
  if (code !== 0 && code !== CHANGED_MEANWHILE)
    throw new Error(`tar could not read ${dataFolder}: ${await said}`)
  const stopped = await stopBackup(client)
  if (stopped.spaces !== '')
    throw new Error('the cluster has tablespaces, which a base backup does not contain')
  const base: Base = {
    name,
    stoppedAt: stopped.at.toISOString(),
    first: segmentAt(timeline, start, segmentBytes),
    last: segmentAt(timeline, stopped.stop - 1n, segmentBytes),
    label: stopped.label,
    segmentBytes,
    version,
  }
  await archive.put(`${name}.json`, [Readable.from([Buffer.from(JSON.stringify(base))])])
  return base
}

/** Returns the complete base backups, oldest first. */
export async function listBases(archive: Archive): Promise<Base[]> {
  const names = (await archive.list('base')).filter((name) => name.endsWith('.json'))
  const bases = await Promise.all(
    names.map(async (name) => JSON.parse(await text(archive.get(name))) as Base),
  )
  return bases.sort((one, other) => one.stoppedAt.localeCompare(other.stoppedAt))
}
