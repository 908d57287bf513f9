import { blankCommentsAndStrings, splitStatements } from '@afara/server/kernel/postgres/sql-text.ts'
import type { Definition, SqlFile } from '@afara/server/kernel/postgres/sql-tree.ts'

/** The roles that may execute a function, by the name of the function. No role means that only other functions call it. */
export type FunctionRows = ReadonlyMap<string, ReadonlySet<string>>

/** Functions that are granted by their name in `grants/`, because each is safe for the same reason. */
const families: ReadonlyArray<Readonly<{ of: RegExp; isCheck?: true; roles: readonly string[] }>> = [
  // Constants.
  { of: /^statuses_/, roles: ['afara_api', 'afara_worker', 'afara_reconciler', 'afara_people'] },
  // Reads, and returns findings.
  { of: /^check_/, isCheck: true, roles: ['afara_worker', 'afara_reconciler'] },
  // Begins with decided_case, which refuses a decision that no second operator approved in the same commit.
  { of: /^carry_out_(?!buy_)/, roles: ['afara_people'] },
]

/**
 * Reads who may execute each function, as the files in `grants/` say: granted by name, granted as one of a family, or named in
 * `grants/internal.sql`. A trigger function needs no line, because nobody can call it.
 */
export function readFunctionRows(
  files: readonly SqlFile[],
  definitions: readonly Definition[],
): FunctionRows {
  const rows = new Map<string, Set<string>>()
  for (const { sql } of definitions) {
    const [, name = '', result = ''] =
      /^create or replace function (\w+)[\s\S]*?\breturns (\S+(?: \w+)?)/.exec(sql) ?? []
    const family = families.find(
      ({ of, isCheck }) => of.test(name) && (!isCheck || result === 'setof finding'),
    )
    if (family !== undefined) rows.set(name, new Set(family.roles))
    else if (result.startsWith('trigger')) rows.set(name, new Set())
  }
  for (const { names, roles } of files.filter(({ name }) => name.startsWith('grants/')).flatMap(linesOf))
    for (const name of names) rows.set(name, new Set([...(rows.get(name) ?? []), ...roles]))
  return rows
}

const LINE = /^(grant|revoke) execute on function\s+([\s\S]+?)\s+(?:to|from)\s+([\w,\s]+)$/

function linesOf({ text }: SqlFile) {
  return splitStatements(text).flatMap(({ sql }) => {
    const [, verb, names = '', roles = ''] = LINE.exec(blankCommentsAndStrings(sql).trim()) ?? []
    if (verb === undefined) return []
    return [{ names: wordsOf(names), roles: verb === 'grant' ? wordsOf(roles) : [] }]
  })
}

const wordsOf = (list: string): string[] =>
  list
    .replaceAll(/\([^)]*\)/g, '')
    .split(',')
    .map((word) => word.trim())

/** Returns the functions without a row, and the rows without a function. */
export function findRowProblems(files: readonly SqlFile[], definitions: readonly Definition[]): string[] {
  const rows = readFunctionRows(files, definitions)
  const functions = definitions.filter(({ sql }) => sql.startsWith('create or replace function'))
  const known = new Set(functions.map(({ name }) => name))
  return [
    ...functions
      .filter(({ name }) => !rows.has(name))
      .map(
        ({ file, name }) =>
          `${file}: ${name} has no row: grant it to a role in grants/, or name it in grants/internal.sql if only functions call it`,
      ),
    ...[...rows.keys()]
      .filter((name) => !known.has(name))
      .map((name) => `grants/: there is no function ${name}`),
    ...stillInternal(files, rows),
  ]
}

/** Returns functions that `grants/internal.sql` calls internal and that a role may execute. */
function stillInternal(files: readonly SqlFile[], rows: FunctionRows): string[] {
  return files
    .filter(({ name }) => name === 'grants/internal.sql')
    .flatMap(linesOf)
    .flatMap(({ names }) => names)
    .filter((name) => (rows.get(name)?.size ?? 0) > 0)
    .map((name) => `grants/internal.sql: ${name} is granted to a role too; remove it here`)
}
