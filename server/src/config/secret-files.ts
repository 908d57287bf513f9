import { readFileSync, statSync } from 'node:fs'

/** Others must not read a secret, and only its owner may change it. */
const FORBIDDEN_MODE = 0o027
const MOST_BYTES = 65_536

/** Reads a secret from its file, without the line break at its end. Returns what to do if that fails; it never shows the content. */
export function readSecretFile(path: string): Readonly<{ value: string } | { problem: string }> {
  try {
    const { mode, size } = requireFile(path)
    if ((mode & FORBIDDEN_MODE) !== 0)
      return { problem: `make ${path} readable by its owner and group only (chmod 640)` }
    if (size > MOST_BYTES) return { problem: `${path} is too large for a secret` }
    const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return value === '' ? { problem: `${path} is empty` } : { value }
  } catch (error) {
    return {
      problem: `cannot read ${path}: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`,
    }
  }
}

function requireFile(path: string) {
  const found = statSync(path)
  if (!found.isFile()) throw new Error('it is not a file')
  return found
}
