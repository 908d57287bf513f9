import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { blankCommentsAndStrings, splitStatements } from './sql-text.ts'

export const SQL_FOLDER = fileURLToPath(new URL('../../../sql/', import.meta.url))

/** One file of `server/sql`. The name is its path below that folder. */
export type SqlFile = Readonly<{ name: string; text: string; checksum: string }>

/** A function or a view as its file has it. */
export type Definition = Readonly<{ name: string; file: string; comment: string; sql: string }>

/** The files of a folder and of those inside it, or of one file, in the order of their names. */
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

/** The functions and views of some files. A file of functions may hold nothing else. */
export function readDefinitions(files: readonly SqlFile[]): Definition[] {
  return files.flatMap(({ name: file, text }) =>
    splitStatements(text).map(({ comment, sql }) => {
      const name = /^create or replace (?:function|view) (\w+)/.exec(sql)?.[1]
      if (name === undefined)
        throw new Error(`${file} can contain only "create or replace function" or view: ${sql.slice(0, 60)}`)
      return { name, file, comment, sql }
    }),
  )
}

/**
 * Each definition after those that PostgreSQL looks up while it creates it: all that a view or a parsed body (`return …`, `begin atomic`)
 * names, and the views in the signature of any function. A body between dollar signs is only looked up when it runs.
 */
export function inDependencyOrder(definitions: readonly Definition[]): Definition[] {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  const ordered = new Set<Definition>()
  const visit = (definition: Definition, path: readonly Definition[]): void => {
    if (ordered.has(definition)) return
    if (path.includes(definition)) {
      throw new Error(
        `these depend on each other: ${[...path, definition].map(({ name }) => name).join(' → ')}`,
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

/** Every name but columns (`x.name`): they may be called like a function. */
function namesNeeded({ sql }: Definition): Set<string> {
  const signature = blankCommentsAndStrings(sql.split(/\sas\s+\$/)[0] ?? sql)
  return new Set([...signature.matchAll(/(?<!\.)\b(\w+)\b/g)].map(([word]) => word))
}
