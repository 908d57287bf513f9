type Camel<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name

type Snake<Name> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Snake<Rest>}`
    : `_${Lowercase<First>}${Snake<Rest>}`
  : Name

/** A row with its columns renamed to TypeScript fields: `created_at` becomes `createdAt`. */
export type CamelRow<Row> = { [Column in keyof Row as Camel<Column>]: Row[Column] }

/** The row with the original column names of these fields. */
export type SnakeRow<Fields> = { [Field in keyof Fields as Snake<Field>]: Fields[Field] }

const fieldNames = new Map<string, string>()

export function toCamel<Row extends object>(row: Row): CamelRow<Row> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [fieldName(column), value]),
  ) as CamelRow<Row>
}

function fieldName(column: string): string {
  let name = fieldNames.get(column)
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    fieldNames.set(column, name)
  }
  return name
}
