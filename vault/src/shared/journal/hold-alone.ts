import { closeSync, fstatSync, mkdirSync, openSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { dirname } from 'node:path'
import { JournalBroken } from './chained-line.ts'

/**
 * Holds a file for this process alone until it ends, however it ends: a name in Linux's own list of sockets, which the kernel gives
 * back. On another machine it holds nothing; there the journal notices that somebody else has written.
 */
export async function holdAlone(path: string): Promise<() => Promise<void>> {
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, 'a', 0o600)
  const { dev, ino } = fstatSync(file)
  closeSync(file)
  const server = createServer((socket) => socket.destroy())
  await listen(server, `\0afara-journal-${dev}-${ino}`, path)
  server.unref()
  return async () =>
    new Promise((resolve) => {
      server.close(() => resolve())
    })
}

async function listen(server: Server, name: string, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new JournalBroken(`another process has ${path} open`) : error),
    )
    server.listen(name, resolve)
  })
}
