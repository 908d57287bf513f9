import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** What a test file needs: nothing, a PostgreSQL, or processes of its own. */
export type TestKind = 'unit' | 'database' | 'process'

/** A file that imports one of these, also indirectly, starts processes or reads a database. */
const STARTS_PROCESSES = /\/stack\/src\/processes\/child-process\.ts$/
const READS_DATABASE = /\/stack\/src\/postgres\/(?:test-database|run-statement)\.ts$/
/** A test that imports these itself starts something. */
const STARTERS = new Set(['node:child_process', 'node:worker_threads'])
const IMPORT =
  /(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+|@afara\/[^']+|node:child_process|node:worker_threads)'/g

/** Sorts the test files below `root` by what they import. So nobody keeps a list, and a test cannot be in the wrong one. */
export function sortTests(root: string, pattern: string): Readonly<Record<TestKind, readonly string[]>> {
  const sorted: Record<TestKind, string[]> = { unit: [], database: [], process: [] }
  const importsOf = createReader(root)
  for (const file of globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }).toSorted()) {
    const reached = reach(join(root, file), importsOf)
    const starts = importsOf(join(root, file)).some((name) => STARTERS.has(name))
    const reads = reached.some((path) => READS_DATABASE.test(path))
    sorted[
      starts || reached.some((path) => STARTS_PROCESSES.test(path)) ? 'process' : reads ? 'database' : 'unit'
    ].push(file)
  }
  return sorted
}

/** All files that a file imports, also indirectly, and itself. */
function reach(file: string, importsOf: (path: string) => readonly string[]): string[] {
  const reached = new Set([file])
  for (const path of reached) for (const next of importsOf(path)) if (!STARTERS.has(next)) reached.add(next)
  return [...reached]
}

/** Reads each file once. */
function createReader(root: string): (path: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (path) => {
    let imports = known.get(path)
    if (imports === undefined) {
      const names = [...readFileSync(path, 'utf8').matchAll(IMPORT)].map(([, name = '']) => name)
      imports = names.flatMap((name) => (STARTERS.has(name) ? [name] : (pathOf(name, path, root) ?? [])))
      known.set(path, imports)
    }
    return imports
  }
}

function pathOf(name: string, from: string, root: string): string | undefined {
  const [, workspace, rest = ''] = /^@afara\/([^/]+)\/(.+)$/.exec(name) ?? []
  const path = workspace === undefined ? resolve(dirname(from), name) : join(root, workspace, 'src', rest)
  return path.endsWith('.ts') && existsSync(path) ? path : undefined
}
