import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../src/', import.meta.url))

/**
 * Returns the functions that these files and all of their imports call in SQL: every name with an underscore before a bracket. TypeScript
 * is camelCase, so only SQL calls have such names. The composition root is not followed, because it imports everything; the caller names
 * the files that it wires.
 */
export function findCalledFunctions(roots: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>()
  const follow = (file: string): void => {
    if (files.has(file) || file.startsWith(`${source}wire/`)) return
    files.add(file)
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export|\}).*from '(\.[^']+\.ts)'|import\('(\.[^']+\.ts)'\)/gm,
    )
    for (const [line, from, later] of imports) {
      if (!line.startsWith('import type')) follow(resolve(dirname(file), from ?? later ?? ''))
    }
  }
  for (const root of roots) follow(resolve(source, root))
  return new Set([...files].flatMap((file) => namesBeforeBracket(readFileSync(file, 'utf8'))))
}

/** Finds the calls in SQL, or in a text that contains SQL. */
export function namesBeforeBracket(text: string): string[] {
  return [...text.matchAll(/\b([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\s*\(/g)].map(([, name]) => name ?? '')
}
