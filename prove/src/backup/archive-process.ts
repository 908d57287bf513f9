import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findPostgresFiles } from '@afara/stack/postgres/postgres-files.ts'
import { type Child, startChild } from '@afara/stack/processes/child-process.ts'
import { REPOSITORY_ROOT } from '@afara/stack/processes/node-process.ts'
import type { TemporaryRun } from '@afara/stack/processes/temporary-run.ts'

const MAIN = 'server/src/main-backup.ts'
const BASE_WITHIN_MS = 120_000

export type Archiving = Readonly<{
  /** Kills the process that archives with SIGKILL. */
  kill(): Promise<void>
  /** Kills it too, and restarts it. */
  crash(): Promise<void>
  /** Copies the archive as it is now: what is left if the database's machine is lost at this moment. Returns the folder. */
  copy(name: string): Promise<string>
  stop(): Promise<void>
}>

/**
 * Archives the cluster as in service, and waits for the first base backup. `url` connects as a superuser. `metrics` is the file for
 * Prometheus.
 */
export async function startArchiving(
  { directory, onSpawn }: TemporaryRun,
  url: string,
  metrics?: string,
): Promise<Archiving> {
  const archive = join(directory, 'archive')
  mkdirSync(archive)
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  writeFileSync(join(directory, 'public.pem'), publicKey.export({ format: 'pem', type: 'spki' }))
  writeFileSync(join(directory, 'private.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }))
  const start = async (): Promise<Child> =>
    startChild({
      name: 'archive',
      command: process.execPath,
      args: [
        MAIN,
        'archive',
        '--to',
        archive,
        '--key',
        join(directory, 'public.pem'),
        ...(metrics === undefined ? [] : ['--metrics', metrics]),
      ],
      environment: { PATH: process.env.PATH, DATABASE_URL_BACKUP: url },
      directory: REPOSITORY_ROOT,
      logFile: join(directory, 'archive.log'),
      onSpawn,
    })
  let child = await start()
  const until = performance.now() + BASE_WITHIN_MS
  while (!readdirSync(archive, { recursive: true }).some((name) => String(name).endsWith('.json'))) {
    if (performance.now() > until || !child.isAlive())
      throw new Error(`there is no base backup: look at ${child.logFile}`)
    await sleep(100)
  }
  return {
    kill: async () => child.kill(),
    crash: async () => {
      await child.kill()
      child = await start()
    },
    // Links suffice, because an object is never changed in place.
    copy: async (name) => {
      await promisify(execFile)('cp', ['-al', archive, join(directory, name)]).catch((error: Error) => {
        // A piece or a draft that was removed meanwhile has a successor, or did not count yet.
        if (!error.message.includes('No such file')) throw error
      })
      return join(directory, name)
    },
    stop: async () => child.stop(),
  }
}

/** Restores as an operator does. Throws with what the command said. */
export async function restoreArchive(
  { directory }: TemporaryRun,
  from: string,
  { data, to }: Readonly<{ data: string; to: Date | undefined }>,
): Promise<void> {
  const programs = join(findPostgresFiles(), 'bin')
  const places = [
    '--from',
    from,
    '--key',
    join(directory, 'private.pem'),
    '--data',
    data,
    '--postgres',
    programs,
  ]
  const at = to === undefined ? [] : ['--to', to.toISOString()]
  await promisify(execFile)(process.execPath, [MAIN, 'restore', ...places, ...at], { cwd: REPOSITORY_ROOT })
}
