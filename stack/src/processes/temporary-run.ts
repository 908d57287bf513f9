import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OnSpawn } from './child-process.ts'
import { reapOrphans, recordPartsIn } from './orphans.ts'
import { isAlive, readProcess } from './process-table.ts'
import { canReach, unprivilegedUser } from './system-user.ts'

export type TemporaryRun = Readonly<{
  directory: string
  /** Passed to every part as `onSpawn`, so that the next run ends the parts if this program is killed. */
  onSpawn: OnSpawn
  /** Deletes the folder. All parts must be stopped. */
  remove(): void
}>

/** Creates a folder for a test run, a proof or a bench. First removes the runs whose program was killed. */
export async function createTemporaryRun(): Promise<TemporaryRun> {
  const base = chooseBase()
  await sweepAbandonedRuns(base)
  const directory = mkdtempSync(
    join(base, `afara-run-${process.pid}-${readProcess(process.pid)?.startTime}-`),
  )
  // If root runs this, PostgreSQL runs as `nobody`, which must be able to enter the folder.
  chmodSync(directory, 0o755)
  return { directory, onSpawn: recordPartsIn(directory), remove: () => removeFolder(directory) }
}

function chooseBase(): string {
  const user = unprivilegedUser()
  return user === undefined || canReach(user, tmpdir()) ? tmpdir() : '/var/tmp'
}

async function sweepAbandonedRuns(base: string): Promise<void> {
  for (const name of readdirSync(base)) {
    // The name identifies the process, so that a new folder is never mistaken for an abandoned one.
    const [, processId, startTime] = /^afara-run-(\d+)-(\d+)-/.exec(name) ?? []
    if (processId === undefined || startTime === undefined) continue
    if (isAlive({ processId: Number(processId), startTime })) continue
    const directory = join(base, name)
    // Skips a folder that belongs to another user, or that another process is removing.
    if (lstatSync(directory, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue
    await reapOrphans(directory)
    removeFolder(directory)
  }
}

function removeFolder(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
}
