type Json = Readonly<Record<string, unknown>>

/**
 * A copy in which every schema that has a name (`$id`) is a reference to `#/components/schemas/<name>`. The schemas
 * themselves are added to `named`, each once, with the names inside them replaced in the same way.
 */
export function nameSchemas(value: unknown, named: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => nameSchemas(item, named))
  if (typeof value !== 'object' || value === null) return value
  const { $id: name, ...rest } = value as Json
  if (typeof name !== 'string') return nameInside(rest, named)
  if (!Object.hasOwn(named, name)) {
    // First, so that a schema that refers to itself comes to an end.
    named[name] = {}
    named[name] = nameInside(rest, named)
  }
  return { $ref: `#/components/schemas/${name}` }
}

function nameInside(object: Json, named: Record<string, unknown>): Json {
  return Object.fromEntries(Object.entries(object).map(([key, inner]) => [key, nameSchemas(inner, named)]))
}
