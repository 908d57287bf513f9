type Reviver = (this: unknown, key: string, value: unknown, context: { source: string }) => unknown
type ParseWithSource = (text: string, reviver: Reviver) => unknown
type RawJson = { rawJSON(text: string): unknown }

/** Parses JSON with every number as its source text, so that no amount goes through a float. */
export function parseExact(text: string): unknown {
  return (JSON.parse as ParseWithSource)(text, (_key, value, { source }) =>
    typeof value === 'number' ? source : value,
  )
}

/** Parses JSON so that numbers keep their exact digits when it is written again. */
export function parseVerbatim(text: string): unknown {
  const json = JSON as typeof JSON & RawJson
  return (JSON.parse as ParseWithSource)(text, (_key, value, { source }) =>
    typeof value === 'number' ? json.rawJSON(source) : value,
  )
}

/** Returns the same JSON on several lines, for users and for `jq`. */
export function indentJson(text: string): string {
  return JSON.stringify(parseVerbatim(text), null, 2)
}
