import type { Node } from 'libpg-query'

export type Problem = string

export type Context = Readonly<{
  /** False for a table that no release has yet, or that a comment calls small. */
  isLarge(table: string): boolean
  /** False for a name that a comment calls unused. */
  isUsed(name: string): boolean
  isDomain(type: string): boolean
}>

/** Functions whose value is the same in every row of a statement, so that PostgreSQL stores it once for all old rows. */
const STABLE = new Set(['now'])

/** Returns why adding the column would read or rewrite every row. */
export function checkColumn(def: Node | undefined, table: string, context: Context): Problem[] {
  if (def === undefined || !('ColumnDef' in def)) return []
  const { colname, typeName, constraints = [] } = def.ColumnDef
  const column = `${table}.${colname}`
  const type = typeName?.names?.map((part) => ('String' in part ? part.String.sval : '')).at(-1) ?? ''
  const inline = constraints.flatMap((constraint) =>
    'Constraint' in constraint ? [constraint.Constraint] : [],
  )
  const has = (kind: string) => inline.some(({ contype }) => contype === kind)
  const problems: Problem[] = []
  if (inline.some(({ contype, raw_expr: value }) => contype === 'CONSTR_DEFAULT' && isVolatile(value)))
    problems.push(`give ${column} a constant default: a default that differs by row rewrites the table`)
  if (has('CONSTR_IDENTITY') || has('CONSTR_GENERATED') || /^(small|big)?serial$/.test(type))
    problems.push(
      `${column} gets its values by rewriting the table: add it without, and let a process fill it`,
    )
  if (context.isDomain(type))
    problems.push(`give ${column} a plain type: a domain with a constraint rewrites the table`)
  if (has('CONSTR_NOTNULL') && !has('CONSTR_DEFAULT'))
    problems.push(`give ${column} a default: rows of the last release do not name it`)
  if (has('CONSTR_CHECK'))
    problems.push(
      `add the check of ${column} as a constraint that is "not valid", and validate it in a later file`,
    )
  if (has('CONSTR_UNIQUE') || has('CONSTR_PRIMARY'))
    problems.push(`make ${column} unique with an index that a file builds concurrently`)
  if (has('CONSTR_FOREIGN') && has('CONSTR_DEFAULT'))
    problems.push(`add the foreign key of ${column} as "not valid", and validate it in a later file`)
  return problems
}

/** Returns why adding the constraint would read every row. */
export function checkConstraint(def: Node | undefined, table: string): Problem[] {
  if (def === undefined || !('Constraint' in def)) return []
  const { contype = '', conname, skip_validation: isNotValid, indexname } = def.Constraint
  switch (contype) {
    case 'CONSTR_CHECK':
    case 'CONSTR_FOREIGN':
    case 'CONSTR_NOTNULL':
      return isNotValid === true
        ? []
        : [`add ${conname ?? 'the constraint'} of ${table} as "not valid", and validate it in a later file`]
    default:
      return indexname !== undefined
        ? []
        : [
            `add ${conname ?? 'the constraint'} of ${table} "using index", with an index that a file builds concurrently`,
          ]
  }
}

/** Any call counts as volatile, unless its function is known to be stable. */
function isVolatile(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isVolatile)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) =>
    key === 'FuncCall' ? !isStableCall(inner) : isVolatile(inner),
  )
}

function isStableCall(call: unknown): boolean {
  const { funcname = [], args = [] } = call as Readonly<{
    funcname?: Array<{ String?: { sval?: string } }>
    args?: unknown[]
  }>
  return STABLE.has(funcname.at(-1)?.String?.sval ?? '') && !args.some(isVolatile)
}
