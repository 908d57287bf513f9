import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Unpacked } from './unpack-backup.ts'

/** A recovered PostgreSQL that only its own user and root of this machine can reach. */
export type Recovered = Readonly<{
  /** The owner's URL. */
  ownerUrl: string
  /** Stops it. The data folder then starts like any other. */
  stop(): Promise<void>
}>

type Place = Readonly<{
  data: string
  folder: string
  programs: string
  owner: { uid: number; gid: number } | undefined
}>

const NOT_REACHED = 'recovery ended before configured recovery target was reached'
const TRIED_EVERY_MS = 50
/** It does not listen yet, or it still recovers. */
const NOT_YET = new Set(['ENOENT', 'ECONNREFUSED', '57P03'])

/**
 * Starts PostgreSQL on an unpacked backup and waits until it has recovered up to `to`, or all of the WAL. It listens only on a socket in a
 * folder of its own, whatever the cluster's settings say, so that nothing connects before the caller has frozen the database.
 */
export async function recover(
  { data, wal, version }: Unpacked,
  { to, programs, database }: Readonly<{ to: Date | undefined; programs: string; database: string }>,
): Promise<Recovered> {
  const folder = await mkdtemp(join(tmpdir(), 'afara-recover-'))
  const owner = process.getuid?.() === 0 ? await stat(data) : undefined
  const place: Place = { data, folder, programs, owner }
  if (owner) await chown(folder, owner.uid, owner.gid)
  await write(place, join(folder, 'hba.conf'), ['local all all trust'])
  await write(place, join(folder, 'ident.conf'), [])
  await write(place, join(data, 'recovery.signal'), [])
  const ownerUrl = `postgres://afara_owner@${encodeURIComponent(folder)}/${database}`
  let server = await start(place, settingsOf(place, wal, to))
  let isUp = await untilUp(server, ownerUrl)
  // Nothing was committed between the wanted time and the end of the archive, so all of it is what is wanted.
  if (!isUp && to !== undefined && (await readLog(place)).includes(NOT_REACHED)) {
    server = await start(place, settingsOf(place, wal, undefined))
    isUp = await untilUp(server, ownerUrl)
  }
  if (!isUp) {
    const log = await readLog(place)
    throw new Error(
      log === ''
        ? `PostgreSQL ${version} does not start from ${programs}. Name the folder of its programs with --postgres`
        : `PostgreSQL did not recover. Keep ${data} and the archive. The end of ${folder}/postgresql.log:\n${log}`,
    )
  }
  return {
    ownerUrl,
    stop: async () => {
      server.child.kill('SIGINT')
      await server.ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function settingsOf({ folder }: Place, wal: string, to: Date | undefined): string[] {
  // PostgreSQL knows no Z yet when it reads its settings.
  const time = to?.toISOString().replace('Z', '+00')
  const target =
    time === undefined ? [] : [`recovery_target_time = '${time}'`, `recovery_target_action = 'promote'`]
  return [
    `restore_command = ${quoted(`cp "${wal}/%f" "%p"`)}`,
    `hba_file = ${quoted(join(folder, 'hba.conf'))}`,
    `ident_file = ${quoted(join(folder, 'ident.conf'))}`,
    // Without it, the settings need not be as large as those of the lost server.
    'hot_standby = off',
    ...target,
  ]
}

type Server = Readonly<{ child: ChildProcess; ended: Promise<void>; isOver(): boolean }>

async function start(place: Place, settings: readonly string[]): Promise<Server> {
  const { data, folder, programs, owner } = place
  const config = join(folder, 'postgresql.conf')
  await write(place, config, settings)
  const log = await open(join(folder, 'postgresql.log'), 'w')
  // The command line wins over what ALTER SYSTEM has written.
  const alone = {
    config_file: config,
    listen_addresses: '',
    unix_socket_directories: folder,
    archive_mode: 'off',
  }
  const child = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...Object.entries(alone).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      cwd: '/',
      stdio: ['ignore', log.fd, log.fd],
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
      ...(owner && { uid: owner.uid, gid: owner.gid }),
    },
  )
  const gone = new AbortController()
  // An error means that the program could not be started: the empty log tells.
  const ended = once(child, 'exit').then(
    () => gone.abort(),
    () => gone.abort(),
  )
  await log.close()
  return { child, ended, isOver: () => gone.signal.aborted }
}

/** Returns false if PostgreSQL ended instead. */
async function untilUp({ isOver }: Server, url: string): Promise<boolean> {
  while (!isOver()) {
    const client = new Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return true
    } catch (error) {
      const { code = '' } = error as { code?: string }
      // A connection can be cut while PostgreSQL ends.
      if (code !== '' && !NOT_YET.has(code) && !isOver()) throw error
    }
    await sleep(TRIED_EVERY_MS)
  }
  return false
}

async function write({ owner }: Place, file: string, lines: readonly string[]): Promise<void> {
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  if (owner) await chown(file, owner.uid, owner.gid)
}

async function readLog({ folder }: Place): Promise<string> {
  const log = await readFile(join(folder, 'postgresql.log'), 'utf8')
  return log.trimEnd().split('\n').slice(-12).join('\n')
}

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`
