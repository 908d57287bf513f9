import { readFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { mergeProcessCovs } from '@bcoe/v8-coverage'
import { convert } from 'ast-v8-to-istanbul'
import { parseAst } from 'vitest/node'

/** How often V8 ran each part of some scripts. Each process writes such files. */
export type ProcessCoverage = Readonly<{ result: readonly Profiler.ScriptCoverage[] }>

export type Share = Readonly<{ covered: number; total: number }>

/** `missing` holds the lines of the branches that nothing took. */
export type FileCoverage = Readonly<{
  file: string
  lines: Share
  branches: Share
  missing: readonly number[]
}>

/** Adds what some processes ran, as far as it is in one of the files. */
export function mergeCoverage(
  files: readonly string[],
  coverages: Iterable<ProcessCoverage>,
): ReadonlyMap<string, Profiler.ScriptCoverage> {
  const wanted = new Set(files)
  let merged: ProcessCoverage = { result: [] }
  for (const { result } of coverages) {
    const ours = result.filter(({ url }) => url.startsWith('file://') && wanted.has(fileURLToPath(url)))
    merged = mergeProcessCovs([merged, { result: ours }])
  }
  return new Map(merged.result.map((script) => [fileURLToPath(script.url), script]))
}

/**
 * Counts lines and branches of one file. Node replaces types by blanks, so a place in what it ran is the same place in the source. A file
 * without coverage was never loaded. V8 does not say whether the default of an argument was used: it counts with its function.
 */
export async function measureFile(
  root: string,
  file: string,
  coverage: Profiler.ScriptCoverage | undefined,
): Promise<FileCoverage> {
  const path = join(root, file)
  const code = stripTypeScriptTypes(readFileSync(path, 'utf8'))
  const map = await convert({
    code,
    coverage: { url: pathToFileURL(path).href, functions: coverage?.functions ?? [] },
    ast: parseAst(code) as never,
  })
  const lines = new Map<number, boolean>()
  const missing: number[] = []
  const branches = { covered: 0, total: 0 }
  for (const { statementMap, s, branchMap, b } of Object.values(map)) {
    for (const [id, { start }] of Object.entries(statementMap))
      lines.set(start.line, (lines.get(start.line) ?? false) || (s[id] ?? 0) > 0)
    for (const [id, branch] of Object.entries(branchMap))
      for (const [at, count] of (b[id] ?? []).entries()) {
        branches.total += 1
        if (count > 0) branches.covered += 1
        else missing.push(branch.locations[at]?.start.line ?? branch.line)
      }
  }
  return {
    file: relative(root, path),
    lines: { covered: [...lines.values()].filter(Boolean).length, total: lines.size },
    branches,
    missing: [...new Set(missing)].sort((one, other) => one - other),
  }
}

export function sumShares(shares: readonly Share[]): Share {
  return {
    covered: shares.reduce((sum, { covered }) => sum + covered, 0),
    total: shares.reduce((sum, { total }) => sum + total, 0),
  }
}

/** Rounds down, so that 94.99 % is not shown as 95 %. */
export function percentOf({ covered, total }: Share): number {
  return total === 0 ? 100 : Math.floor((covered * 1000) / total) / 10
}
