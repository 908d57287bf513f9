import type { KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { readCluster } from '../../flows/backups/backup-store.ts'
import { listBases, makeBase } from '../../flows/backups/base-backup.ts'
import { chooseExpired } from '../../flows/backups/retention.ts'
import { createWalShipper } from '../../flows/backups/ship-wal.ts'
import type { Archive } from '../../kernel/archive.ts'
import { writeMetrics } from './metrics-file.ts'

const SHIPPED_EVERY_MS = 1_000
// A base backup that failed is tried again after this time.
const BASE_RETRY_MS = 60_000
const HOUR_MS = 3_600_000

type Chosen = Readonly<{
  url: string
  archive: Archive
  key: KeyObject
  keepDays: number
  baseHours: number
  metrics?: string
  stopped: AbortSignal
  print(text: string): void
}>

/**
 * Archives a cluster until it is told to stop. If PostgreSQL or the archive fails, it says so once, and tries again every second. On a
 * standby it waits until the standby becomes the primary.
 */
export async function runArchive(chosen: Chosen): Promise<void> {
  const { stopped, print } = chosen
  let said = ''
  const say = (text: string): void => {
    if (text !== said) print(`${new Date().toISOString()} ${text}`)
    said = text
  }
  while (!stopped.aborted) {
    try {
      await archiveWhileConnected(chosen, say)
    } catch (error) {
      say(`not archiving: ${(error as Error).message}`)
      await pause(stopped)
    }
  }
}

async function archiveWhileConnected(chosen: Chosen, say: (text: string) => void): Promise<void> {
  const { archive, key, stopped, keepDays } = chosen
  const client = await connect(chosen.url)
  try {
    const cluster = await readCluster(client)
    const shipper = createWalShipper(archive, cluster, key)
    let base: Promise<unknown> | undefined
    let triedAt = 0
    const backUp = async (): Promise<void> => {
      const own = await connect(chosen.url)
      try {
        const { name } = await makeBase(own, archive, cluster, key)
        const removed = await removeExpired(archive, keepDays)
        say(`made ${name}, and removed ${removed} objects that no longer serve`)
      } finally {
        await own.end()
      }
    }
    let isGap = false
    while (!stopped.aborted) {
      const shipped = await shipper.ship(client)
      if (shipped === undefined) say('waiting: this PostgreSQL is a standby')
      else {
        say('archiving')
        if (shipped.lost) say('WAL was removed before it was archived. A new base backup closes the gap')
        isGap ||= shipped.lost
        const mayTry = base === undefined && Date.now() - triedAt > BASE_RETRY_MS
        if (mayTry && (isGap || (await isBaseDue(chosen)))) {
          triedAt = Date.now()
          base = backUp()
            .then(
              () => (isGap = false),
              (error: Error) => say(`no base backup: ${error.message}`),
            )
            .finally(() => (base = undefined))
        }
        await writeMetrics(chosen.metrics, {
          afara_archive_reach_timestamp_seconds: shipped.reach.getTime() / 1000,
        })
      }
      await pause(stopped)
    }
    await base
  } finally {
    await client.end().catch(() => {})
  }
}

async function isBaseDue({ archive, baseHours }: Chosen): Promise<boolean> {
  const newest = (await listBases(archive)).at(-1)
  return newest === undefined || Date.parse(newest.stoppedAt) < Date.now() - baseHours * HOUR_MS
}

async function removeExpired(archive: Archive, keepDays: number): Promise<number> {
  const bases = await listBases(archive)
  const objects = [...(await archive.list('base')), ...(await archive.list('wal'))]
  const expired = chooseExpired({ bases, objects }, new Date(), keepDays)
  for (const name of expired) await archive.remove(name)
  return expired.length
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function pause(stopped: AbortSignal): Promise<void> {
  await sleep(SHIPPED_EVERY_MS, undefined, { signal: stopped }).catch(() => {})
}
