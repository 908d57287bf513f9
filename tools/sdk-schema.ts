/** The part of JSON Schema that our document uses. */
export type Schema = Readonly<{
  $ref?: string
  type?: string | readonly string[]
  enum?: readonly (string | number | null)[]
  const?: string | number | boolean
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  description?: string
}>

type Setting = Readonly<{ integers: ReadonlySet<string>; side: 'request' | 'reply' }>

/**
 * Returns the TypeScript type of a schema. A decimal is `Amount` in a reply and `AmountInput` in a request, never a float. `name` is the
 * name of the field.
 */
export function typeOf(schema: Schema, setting: Setting, name?: string): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref.split('/').at(-1) ?? 'unknown')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return [...new Set(choices.map((one) => typeOf(one, setting, name)))].join(' | ')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
  if (Array.isArray(schema.type)) return unionOf(schema, schema.type, setting, name)
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'integer':
      return setting.side === 'request' || name === undefined || setting.integers.has(name)
        ? 'number'
        : 'Amount'
    case 'number':
      return setting.side === 'request' ? 'AmountInput' : 'Amount'
    case 'array':
      return `readonly ${parenthesised(typeOf(schema.items ?? {}, setting, name))}[]`
    case 'object':
      return objectType(schema, setting)
    default:
      return 'unknown'
  }
}

/** Our types must not hide types of the language. */
export function nameOf(schema: string): string {
  return { Error: 'ErrorReply', Event: 'FeedEvent' }[schema] ?? schema
}

/** Returns the names of fields that are whole numbers everywhere. A field that is a decimal in one place is a decimal everywhere. */
export function integerFields(document: unknown): ReadonlySet<string> {
  const whole = new Set<string>()
  const decimal = new Set<string>()
  walk(document, (name, schema) => {
    const types = new Set([schema, ...(schema.anyOf ?? [])].flatMap(({ type }) => type ?? []))
    if (types.has('number')) decimal.add(name)
    else if (types.has('integer')) whole.add(name)
  })
  return new Set([...whole].filter((name) => !decimal.has(name)).sort())
}

/** Returns the names of fields that contain a count for each of several names. */
export function countingFields(document: unknown): ReadonlySet<string> {
  const names = new Set<string>()
  walk(document, (name, { additionalProperties: others }) => {
    if (typeof others === 'object' && others.type === 'integer') names.add(name)
  })
  return names
}

/** Returns the named schemas that a node refers to, directly or indirectly. */
export function namesWithin(node: unknown, schemas: Readonly<Record<string, Schema>>): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return
    const name = (one as Schema).$ref?.split('/').at(-1)
    if (name !== undefined && !names.has(name)) {
      names.add(name)
      visit(schemas[name])
    }
    for (const child of Object.values(one)) visit(child)
  }
  visit(node)
  return names
}

function walk(node: unknown, visit: (name: string, schema: Schema) => void): void {
  if (typeof node !== 'object' || node === null) return
  const { properties } = node as Schema
  if (typeof properties === 'object') {
    for (const [name, schema] of Object.entries(properties)) visit(name, schema)
  }
  for (const child of Object.values(node)) walk(child, visit)
}

function unionOf(schema: Schema, types: readonly string[], setting: Setting, name?: string): string {
  // A decimal may be in quotes, and a number in a query is text. For a caller, both are a number.
  const numeric = types.find((type) => type === 'number' || type === 'integer')
  const kept = numeric === undefined ? types : types.filter((type) => type !== 'string')
  return kept.map((type) => typeOf({ ...schema, type }, setting, name)).join(' | ')
}

function objectType(schema: Schema, setting: Setting): string {
  const required = new Set(schema.required)
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const comment =
      field.description === undefined ? '' : `/** ${field.description.replaceAll('*/', '*\\/')} */\n`
    return `${comment}readonly ${property(name)}${required.has(name) ? '' : '?'}: ${typeOf(field, setting, name)}`
  })
  const { additionalProperties: others } = schema
  if (fields.length === 0 && typeof others === 'object') {
    return `Readonly<Record<string, ${typeOf(others, setting)}>>`
  }
  if (fields.length === 0) return 'Readonly<Record<string, unknown>>'
  return `{\n${fields.join('\n')}\n}`
}

function property(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`
}

function literal(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value)
}

function parenthesised(type: string): string {
  return type.includes(' | ') && !type.startsWith('{') ? `(${type})` : type
}
