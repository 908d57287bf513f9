/** SQL for the smallest change of a column, by its type or by a domain whose rule must still hold. */
const changes: Readonly<Record<string, (column: string) => string>> = {
  account_number: (column) => `lpad(((coalesce(${column}, '0')::bigint + 1) % 10000000000)::text, 10, '0')`,
  account_mask: (column) => `coalesce(translate(${column}, '0123456789*', '1234567890*'), '******0011')`,
  decider: () => 'gen_random_uuid()::text',
  uuid: () => 'gen_random_uuid()',
  text: (column) => `coalesce(${column} || 'x', gen_random_uuid()::text)`,
  numeric: (column) => `coalesce(${column}, 0) + 1`,
  smallint: (column) => `coalesce(${column}, 0) + 1000`,
  integer: (column) => `coalesce(${column}, 0) + 1000`,
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  'text[]': (column) => `${column} || '{x}'`,
  jsonb: (column) => `coalesce(${column}, '{}') || '{"forged": true}'`,
  boolean: (column) => `not ${column}`,
  bytea: (column) => `set_byte(${column}, 0, get_byte(${column}, 0) # 1)`,
  date: (column) => `${column} + 1`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) + interval '1 microsecond'`,
}

/** Text columns that accept only some words. */
const words: Readonly<Record<string, readonly [string, string]>> = {
  kind: ['pay', 'bump'],
}

/** Returns SQL for a value that differs from the row's own by one kobo, one microsecond, one letter or one bit. */
export function changedValue(column: string, domain: string, type: string): string {
  const [usual, other] = words[column] ?? []
  if (type === 'text' && usual !== undefined)
    return `case ${column} when '${usual}' then '${other}' else '${usual}' end`
  const change = changes[domain] ?? changes[type]
  if (change !== undefined) return change(column)
  // An enum changes to its next word.
  const range = `enum_range(null::${type})`
  return `(${range})[1 + array_position(${range}, ${column}) % cardinality(${range})]`
}
