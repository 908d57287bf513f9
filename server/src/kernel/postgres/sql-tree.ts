import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { blankCommentsAndStrings, splitStatements } from './sql-text.ts'

export const SQL_FOLDER = fileURLToPath(new URL('../../../sql/', import.meta.url))

/** One file of `server/sql`. The name is its path in that folder. */
export type SqlFile = Readonly<{ name: string; text: string; checksum: string }>

/** A function or view as defined in its file. */
export type Definition = Readonly<{ name: string; file: string; comment: string; sql: string }>

/** Reads one file, or all files of a folder and its subfolders, sorted by name. */
export function readSqlFiles(part: string, folder = SQL_FOLDER): SqlFile[] {
  const below = (name: string) => (part === '.' ? name : `${part}/${name}`)
  const names = part.endsWith('.sql')
    ? [part]
    : readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' }).map(below)
  return names
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
}

/** Returns the functions and views of the files. Throws if a file contains anything else. */
export function readDefinitions(files: readonly SqlFile[]): Definition[] {
  return files.flatMap(({ name: file, text }) =>
    splitStatements(text).map(({ comment, sql }) => {
      const name = /^create or replace (?:function|view) (\w+)/.exec(sql)?.[1]
      if (name === undefined)
        throw new Error(
          `${file} can contain only "create or replace function" and "create or replace view", not: ${sql.slice(0, 60)}`,
        )
      return { name, file, comment, sql }
    }),
  )
}

/**
 * Sorts definitions so that each follows those that PostgreSQL needs to create it. A view or a parsed body (`return …`, `begin atomic`)
 * needs everything that it names. Any function needs the views in its signature. A body between dollar signs is resolved only when it runs.
 */
export function inDependencyOrder(definitions: readonly Definition[]): Definition[] {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  const ordered = new Set<Definition>()
  const visit = (definition: Definition, path: readonly Definition[]): void => {
    if (ordered.has(definition)) return
    if (path.includes(definition)) {
      throw new Error(
        `these definitions depend on each other: ${[...path, definition].map(({ name }) => name).join(' → ')}`,
      )
    }
    for (const name of namesNeeded(definition)) {
      const needed = byName.get(name)
      if (needed !== undefined && needed !== definition) visit(needed, [...path, definition])
    }
    ordered.add(definition)
  }
  for (const definition of definitions) visit(definition, [])
  return [...ordered]
}

/** Returns these definitions and all that need one of them, also indirectly, to be created. */
export function dependentsOf(of: readonly Definition[], among: readonly Definition[]): Set<Definition> {
  const found = new Set(of)
  const names = new Set(of.map(({ name }) => name))
  // In the order of dependencies, what is needed comes first.
  for (const definition of inDependencyOrder(among)) {
    if (found.has(definition) || ![...namesNeeded(definition)].some((name) => names.has(name))) continue
    found.add(definition)
    names.add(definition.name)
  }
  return found
}

/** Returns every name except columns (`x.name`), which may have the name of a function. */
function namesNeeded({ sql }: Definition): Set<string> {
  const signature = blankCommentsAndStrings(sql.split(/\sas\s+\$/)[0] ?? sql)
  return new Set([...signature.matchAll(/(?<!\.)\b(\w+)\b/g)].map(([word]) => word))
}
