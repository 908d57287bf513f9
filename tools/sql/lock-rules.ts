import type { SqlFile } from '@afara/server/kernel/postgres/sql-tree.ts'
import { type Node, parse } from 'libpg-query'
import { type Context, checkColumn, checkConstraint, type Problem } from './column-rules.ts'

/** What a release contains that later numbered files may rely on. */
export type Released = Readonly<{ files: Readonly<Record<string, string>>; functions: readonly string[] }>

/**
 * Returns what is wrong with numbered files that no release contains yet. They are applied while the processes of the last release serve
 * customers. So each may lock a table that grows only for a moment, and may not remove what those processes use.
 *
 * A comment lifts a rule and gives the reason: `-- <table> stays small: <reason>`, or `-- <name> is unused: <reason>` for what the last
 * release does not use any more.
 */
export async function findLockProblems(files: readonly SqlFile[], released: Released): Promise<string[]> {
  const numbered = files.filter(({ name }) => name.startsWith('schema/'))
  const domains = new Set(numbered.flatMap(({ text }) => namesIn(text, /^create domain (\w+)/gim)))
  const fresh = new Set<string>()
  const problems: string[] = []
  for (const { name, text } of numbered.filter((file) => released.files[file.name] === undefined)) {
    const small = new Set(namesIn(text, /^-- (\w+) stays small: \S/gm))
    const unused = new Set(namesIn(text, /^-- ([\w.]+) is unused: \S/gm))
    const statements =
      (await parse(text)).stmts?.flatMap(({ stmt }) => (stmt === undefined ? [] : [stmt])) ?? []
    const context: Context = {
      isLarge: (table) => !fresh.has(table) && !small.has(table),
      isUsed: (object) => !unused.has(object),
      isDomain: (type) => domains.has(type),
    }
    for (const problem of [
      ...statements.flatMap((statement) => checkStatement(statement, context, fresh, released.functions)),
      ...checkAlone(statements),
    ]) {
      problems.push(`${name}: ${problem}`)
    }
  }
  return problems
}

/** Statements that lock nothing that exists, or only for a moment. */
const QUICK = new Set([
  'AlterDefaultPrivilegesStmt',
  'AlterEnumStmt',
  'AlterRoleSetStmt',
  'AlterRoleStmt',
  'CommentStmt',
  'CompositeTypeStmt',
  'CreateDomainStmt',
  'CreateEnumStmt',
  'CreateRoleStmt',
  'CreateSeqStmt',
  'GrantRoleStmt',
  'GrantStmt',
])

function checkStatement(
  statement: Node,
  context: Context,
  fresh: Set<string>,
  functions: readonly string[],
): Problem[] {
  if ('CreateStmt' in statement) {
    fresh.add(statement.CreateStmt.relation?.relname ?? '')
    return []
  }
  if ('IndexStmt' in statement) {
    const { relation, concurrent, if_not_exists: ifNotExists } = statement.IndexStmt
    if (!context.isLarge(relation?.relname ?? '')) return []
    if (concurrent !== true)
      return [
        `create the index on ${relation?.relname} concurrently, in a file of its own: writers wait meanwhile`,
      ]
    return ifNotExists === true
      ? []
      : ['write "create index concurrently if not exists": an interrupted file runs again']
  }
  if ('AlterTableStmt' in statement) {
    const table = statement.AlterTableStmt.relation?.relname ?? ''
    if (!context.isLarge(table)) return []
    return (statement.AlterTableStmt.cmds ?? []).flatMap((command) =>
      checkAlteration(command, table, context),
    )
  }
  if ('AlterDomainStmt' in statement) {
    const { subtype, def, typeName } = statement.AlterDomainStmt
    const isLarge = context.isLarge(nameOf(typeName))
    return subtype === 'C' && isLarge ? checkConstraint(def, `domain ${nameOf(typeName)}`) : []
  }
  if ('UpdateStmt' in statement) return checkRows('update', statement.UpdateStmt.relation?.relname, context)
  if ('DeleteStmt' in statement) return checkRows('delete', statement.DeleteStmt.relation?.relname, context)
  if ('InsertStmt' in statement) return checkInsert(statement.InsertStmt, context)
  if ('DropStmt' in statement) return checkDrop(statement.DropStmt, context, functions)
  if ('RenameStmt' in statement)
    return ['add the new name beside the old one: processes of the last release still use the old one']
  if ('DoStmt' in statement) return ['write the statements out: nobody can check what a "do" block locks']
  const [kind = ''] = Object.keys(statement)
  return QUICK.has(kind) ? [] : [`${kind} is not known to be quick: see tools/sql/lock-rules.ts`]
}

/** Alterations that neither read nor rewrite the rows. */
const QUICK_ALTERATIONS = new Set([
  'AT_ColumnDefault',
  'AT_DropConstraint',
  'AT_DropNotNull',
  'AT_EnableRowSecurity',
  'AT_ForceRowSecurity',
  'AT_ResetRelOptions',
  'AT_SetRelOptions',
  'AT_SetStatistics',
  'AT_ValidateConstraint',
])

function checkAlteration(command: Node, table: string, context: Context): Problem[] {
  if (!('AlterTableCmd' in command)) return []
  const { subtype = '', def, name } = command.AlterTableCmd
  switch (subtype) {
    case 'AT_AddColumn':
      return checkColumn(def, table, context)
    case 'AT_AddConstraint':
      return checkConstraint(def, table)
    case 'AT_SetNotNull':
      return [
        `set ${table}.${name} not null with "add constraint … not null ${name} not valid", and validate it in a later file`,
      ]
    case 'AT_AlterColumnType':
      return [`add a column instead of changing the type of ${table}.${name}, which rewrites the table`]
    case 'AT_DropColumn':
      return context.isUsed(`${table}.${name}`)
        ? [
            `drop ${table}.${name} a release after the code stopped using it, with "-- ${table}.${name} is unused: …"`,
          ]
        : []
    default:
      return QUICK_ALTERATIONS.has(subtype)
        ? []
        : [`${subtype} of ${table} is not known to be quick: see tools/sql/lock-rules.ts`]
  }
}

function checkRows(verb: string, table: string | undefined, context: Context): Problem[] {
  if (table === undefined || !context.isLarge(table)) return []
  return [
    `do not ${verb} ${table} here: it locks its rows until all are done. Let a process do it in small steps`,
  ]
}

function checkInsert(
  { relation, selectStmt }: Extract<Node, { InsertStmt: unknown }>['InsertStmt'],
  context: Context,
): Problem[] {
  const hasValues =
    selectStmt !== undefined && 'SelectStmt' in selectStmt && selectStmt.SelectStmt.valuesLists
  if (hasValues || selectStmt === undefined) return []
  return context.isLarge(relation?.relname ?? '')
    ? [`insert values into ${relation?.relname}, or let a process copy the rows in small steps`]
    : []
}

function checkDrop(
  { removeType, objects = [] }: Extract<Node, { DropStmt: unknown }>['DropStmt'],
  context: Context,
  functions: readonly string[],
): Problem[] {
  return objects.flatMap((object) => {
    if ('ObjectWithArgs' in object) {
      const signature = `${nameOf(object.ObjectWithArgs.objname)}(${(object.ObjectWithArgs.objargs ?? []).map(typeOf).join(',')})`
      return functions.includes(signature)
        ? [
            `drop ${signature} a release later: processes of the last release still call it. A new signature needs a new name`,
          ]
        : []
    }
    if (removeType === 'OBJECT_INDEX') return []
    const name =
      'List' in object
        ? nameOf(object.List.items)
        : 'TypeName' in object
          ? nameOf(object.TypeName.names)
          : '?'
    return context.isUsed(name)
      ? [`drop ${name} a release after the code stopped using it, with "-- ${name} is unused: …"`]
      : []
  })
}

/** What runs for long may not share a transaction with what locks a table against its readers. */
function checkAlone(statements: readonly Node[]): Problem[] {
  const isBuild = (statement: Node) => 'IndexStmt' in statement && statement.IndexStmt.concurrent === true
  const isValidation = (statement: Node) =>
    ('AlterDomainStmt' in statement && statement.AlterDomainStmt.subtype === 'V') ||
    ('AlterTableStmt' in statement &&
      (statement.AlterTableStmt.cmds ?? []).every(
        (command) => 'AlterTableCmd' in command && command.AlterTableCmd.subtype === 'AT_ValidateConstraint',
      ))
  return [
    ...(statements.some(isBuild) && !statements.every(isBuild)
      ? ['give the concurrent indexes a file of their own: it runs outside a transaction']
      : []),
    ...(statements.some(isValidation) && !statements.every(isValidation)
      ? ['validate constraints in a later file of its own: other statements would hold their locks meanwhile']
      : []),
  ]
}

function nameOf(parts: readonly Node[] | undefined): string {
  return (parts ?? []).map((part) => ('String' in part ? part.String.sval : '')).at(-1) ?? ''
}

/** The name of a type in `pg_type`, where `_text` is an array of `text`. */
function typeOf(node: Node): string {
  if (!('TypeName' in node)) return '?'
  return `${node.TypeName.arrayBounds === undefined ? '' : '_'}${nameOf(node.TypeName.names)}`
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}
