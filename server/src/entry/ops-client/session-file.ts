import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Keeps the tokens of sessions in a file that only its owner can read, by the name of the session. */
export type SessionFile = Readonly<{
  read(): string | undefined
  write(token: string): void
  remove(): void
}>

export function openSessionFile(path: string, name: string): SessionFile {
  const change = (token: string | undefined): void => {
    const { [name]: _old, ...others } = readAll(path)
    const tokens = token === undefined ? others : { ...others, [name]: token }
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // Written beside it and renamed, so that a command that reads meanwhile finds a whole file.
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, `${JSON.stringify(tokens, null, 2)}\n`, { mode: 0o600 })
    chmodSync(draft, 0o600)
    renameSync(draft, path)
  }
  return { read: () => readAll(path)[name], write: change, remove: () => change(undefined) }
}

function readAll(path: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
