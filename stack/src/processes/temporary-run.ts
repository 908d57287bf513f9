import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OnSpawn } from './child-process.ts'
import { reapOrphans, recordPartsIn } from './orphans.ts'
import { isAlive, readProcess } from './process-table.ts'
import { canReach, unprivilegedUser } from './system-user.ts'

export type TemporaryRun = Readonly<{
  directory: string
  /** To be handed to every part as `onSpawn`: if this program is killed, the next run ends its parts. */
  onSpawn: OnSpawn
  /** Deletes the folder. All parts must be stopped. */
  remove(): void
}>

/** A fresh folder for a test run, a proof or a bench. First clears away the runs whose program was killed. */
export async function createTemporaryRun(): Promise<TemporaryRun> {
  const base = chooseBase()
  await sweepAbandonedRuns(base)
  const directory = mkdtempSync(
    join(base, `afara-run-${process.pid}-${readProcess(process.pid)?.startTime}-`),
  )
  // When root runs it, PostgreSQL belongs to `nobody`, who must be able to pass.
  chmodSync(directory, 0o755)
  return { directory, onSpawn: recordPartsIn(directory), remove: () => removeFolder(directory) }
}

function chooseBase(): string {
  const user = unprivilegedUser()
  return user === undefined || canReach(user, tmpdir()) ? tmpdir() : '/var/tmp'
}

async function sweepAbandonedRuns(base: string): Promise<void> {
  for (const name of readdirSync(base)) {
    // The name says whose run it is, so that a folder made this instant is never mistaken for an abandoned one.
    const [, processId, startTime] = /^afara-run-(\d+)-(\d+)-/.exec(name) ?? []
    if (processId === undefined || startTime === undefined) continue
    if (isAlive({ processId: Number(processId), startTime })) continue
    const directory = join(base, name)
    // Another user's, or swept by somebody else this instant.
    if (lstatSync(directory, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue
    await reapOrphans(directory)
    removeFolder(directory)
  }
}

function removeFolder(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
}
