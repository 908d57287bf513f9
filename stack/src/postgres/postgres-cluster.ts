import { execFile } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readProcess } from '../processes/process-table.ts'
import type { SystemUser } from '../processes/system-user.ts'

const LEFTOVERS_WITHIN_MS = 30_000

/** Creates the data folder in `home` on the first call, and prepares an existing one for a start. */
export async function prepareCluster(
  home: string,
  files: string,
  user: SystemUser | undefined,
): Promise<string> {
  const data = join(home, 'data')
  if (existsSync(data)) await clearStaleLock(data)
  else await initialise(data, home, files, user)
  return data
}

async function initialise(
  data: string,
  home: string,
  files: string,
  user: SystemUser | undefined,
): Promise<void> {
  for (const name of readdirSync(home).filter((name) => name.startsWith('draft-'))) {
    rmSync(join(home, name), { recursive: true, force: true })
  }
  // Renamed when complete, so that an interrupted initdb does not look like a cluster.
  const draft = mkdtempSync(join(home, 'draft-'))
  if (user !== undefined) chownSync(draft, user.uid, user.gid)
  const trust = ['--username=postgres', '--auth=trust']
  // PostgreSQL's built-in locale gives the same text order on every machine.
  const text = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  await promisify(execFile)(
    join(files, 'bin/initdb'),
    [`--pgdata=${draft}`, ...trust, ...text, '--no-sync'],
    {
      ...user,
      cwd: '/',
      env: { LC_ALL: 'C' },
    },
  )
  renameSync(draft, data)
}

/**
 * After kill -9 the lock file remains. PostgreSQL takes the file over only if no process has the id in it, so a reused id would prevent
 * every start. The lock therefore counts only if that process works in this folder, as every process of a cluster does.
 */
async function clearStaleLock(data: string): Promise<void> {
  const lock = join(data, 'postmaster.pid')
  if (!existsSync(lock)) return
  const owner = Number(readFileSync(lock, 'utf8').split('\n')[0])
  if (worksIn(data, owner)) {
    throw new Error(`PostgreSQL already runs on ${data} as process ${owner}: stop it with kill -INT ${owner}`)
  }
  // Backends detect the death of their parent themselves. Until then they hold its shared memory.
  const deadline = Date.now() + LEFTOVERS_WITHIN_MS
  while (listProcessIds().some((processId) => worksIn(data, processId))) {
    if (Date.now() > deadline)
      throw new Error(`processes of a dead PostgreSQL still use ${data}: wait for them to end, or kill them`)
    await sleep(20)
  }
  rmSync(lock)
}

function worksIn(data: string, processId: number): boolean {
  if (readProcess(processId) === undefined) return false
  try {
    return readlinkSync(`/proc/${processId}/cwd`) === data
  } catch {
    // The process belongs to another user or has ended.
    return false
  }
}

function listProcessIds(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}
