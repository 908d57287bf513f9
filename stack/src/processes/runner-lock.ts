import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, resolve } from 'node:path'

export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning'
}

/**
 * Lets one runner at a time use a folder. The lock is a socket name in the kernel, not a file. The kernel frees the name when the process
 * ends for any reason, so a lock is never stale.
 */
export async function takeRunnerLock(directory: string): Promise<{ release(): void }> {
  const hash = createHash('sha256').update(resolve(directory)).digest('hex')
  // The file is next to the folder and not in it, because the folder may be deleted.
  const runnerFile = `${resolve(directory)}.pid`
  const server = createServer()
  try {
    await new Promise<void>((taken, refused) => {
      server.once('error', refused)
      server.listen(`\0afara-runner-${hash}`, taken)
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    const processId = readFileSync(runnerFile, 'utf8').trim()
    throw new AlreadyRunning(
      `The stack is already running, as process ${processId}. Stop it first: kill ${processId}`,
    )
  }
  server.unref()
  mkdirSync(dirname(runnerFile), { recursive: true })
  writeFileSync(runnerFile, `${process.pid}\n`)
  return { release: () => void server.close() }
}
