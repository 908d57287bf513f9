import type { Checker, Type } from 'typescript/unstable/sync'
import type { Column } from './describe-statement.ts'
import type { ColumnKind, ColumnType } from './read-types.ts'

const FLAGS = {
  any: 3,
  undefined: 4,
  nothing: 4 | 8 | 16,
  string: 32 | 1024 | 4_194_304 | 268_435_456,
  number: 64 | 2048,
  boolean: 256 | 8192,
}

/** What PostgreSQL does not describe. */
const OPEN = 'open'

export type Comparison = Readonly<{ compared: number; open: number; problems: readonly string[] }>

/**
 * Compares what a statement returns with the declared type of its rows: each declared field is a column, each column is declared, and the
 * values are of the declared kind. Whether a column can be null is not compared, because PostgreSQL does not say it. The inside of JSON is
 * counted as open.
 */
export function compareRow(
  checker: Checker,
  row: Type,
  columns: readonly Column[],
  types: ReadonlyMap<number, ColumnType>,
): Comparison {
  const problems: string[] = []
  let [compared, open] = [0, 0]
  const variants = row.isUnionType() ? (row.getTypes() ?? []) : [row]
  const declared = new Map<string, Type[]>()
  for (const variant of variants) {
    for (const property of checker.getPropertiesOfType(variant)) {
      const type = checker.getTypeOfSymbol(property)
      if (type !== undefined) declared.set(property.name, [...(declared.get(property.name) ?? []), type])
    }
  }
  const returned = new Map(columns.map((column) => [column.name, types.get(column.dataTypeID)]))
  for (const [name, fieldTypes] of declared) {
    const members = fieldTypes.flatMap(membersOf)
    const type = returned.get(name)
    if (type === undefined) {
      if (members.every(({ flags }) => (flags & FLAGS.undefined) === 0))
        problems.push(`the row has "${name}", but the statement returns no such column`)
      continue
    }
    const problem = compareField(checker, name, members, type)
    if (problem === OPEN) open += 1
    else compared += 1
    if (problem !== OPEN && problem !== undefined) problems.push(problem)
  }
  for (const name of returned.keys())
    if (!declared.has(name)) problems.push(`the statement returns "${name}", but the row has no such field`)
  return { compared, open, problems }
}

/** Returns a problem, nothing, or OPEN. */
function compareField(
  checker: Checker,
  name: string,
  members: readonly Type[],
  type: ColumnType,
): string | undefined {
  const present = members.filter(({ flags }) => (flags & FLAGS.nothing) === 0)
  if (present.some(({ flags }) => (flags & FLAGS.any) !== 0)) return OPEN
  const wanted = `${type.kind}${type.isArray ? '[]' : ''}`
  if (type.kind === 'open' && !type.isArray) return OPEN
  for (const member of present) {
    const isArray = checker.isArrayLikeType(member)
    const inner = isArray ? membersOf(checker.getIndexInfosOfType(member)[0]?.valueType ?? member) : [member]
    for (const one of inner.filter(({ flags }) => (flags & FLAGS.nothing) === 0)) {
      const kind = kindOf(checker, one)
      if (isArray !== type.isArray || (kind !== type.kind && type.kind !== 'open' && kind !== 'open'))
        return `"${name}" is ${checker.typeToString(member)} in the row, but a column of ${type.name} gives ${wanted}`
      if (one.isStringLiteralType() && type.values.length > 0 && !type.values.includes(one.value))
        return `"${name}" can be '${one.value}' in the row, but ${type.name} has no such value`
    }
  }
  return undefined
}

function membersOf(type: Type): readonly Type[] {
  return type.isUnionType() ? (type.getTypes() ?? []).flatMap(membersOf) : [type]
}

function kindOf(checker: Checker, type: Type): ColumnKind | 'object' {
  if ((type.flags & FLAGS.any) !== 0) return 'open'
  if ((type.flags & FLAGS.string) !== 0) return 'string'
  if ((type.flags & FLAGS.number) !== 0) return 'number'
  if ((type.flags & FLAGS.boolean) !== 0) return 'boolean'
  const text = checker.typeToString(type)
  if (text === 'Date') return 'Date'
  return /^(Buffer|Uint8Array)\b/.test(text) ? 'Buffer' : 'object'
}
