import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../src/', import.meta.url))

/**
 * The words before a bracket, with an underscore in them, in these files and all that they import: in TypeScript that is camelCase
 * only SQL is written so. The composition root is not followed, because it knows everything; the caller names what it hands over.
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

/** As SQL or a text with SQL in it spells calls. */
export function namesBeforeBracket(text: string): string[] {
  return [...text.matchAll(/\b([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\s*\(/g)].map(([, name]) => name ?? '')
}
