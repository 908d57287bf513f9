/** How a column of each type is changed by as little as can be, in SQL. */
const changes: Readonly<Record<string, (column: string) => string>> = {
  uuid: () => 'gen_random_uuid()',
  text: (column) => `coalesce(${column} || 'x', gen_random_uuid()::text)`,
  numeric: (column) => `${column} + 1`,
  smallint: (column) => `${column} + 1000`,
  integer: (column) => `${column} + 1000`,
  bigint: (column) => `${column} + 1`,
  jsonb: (column) => `${column} || '{"forged": true}'`,
  bytea: (column) => `set_byte(${column}, 0, get_byte(${column}, 0) # 1)`,
  'timestamp with time zone': (column) => `${column} + interval '1 microsecond'`,
}

/** A value that differs from the row's own: by one kobo, one microsecond, one letter, one bit. */
export function changedValue(column: string, type: string): string {
  const change = changes[type]
  if (change !== undefined) return change(column)
  // An enum: its next word.
  const words = `enum_range(null::${type})`
  return `(${words})[1 + array_position(${words}, ${column}) % cardinality(${words})]`
}
