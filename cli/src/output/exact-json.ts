type Reviver = (this: unknown, key: string, value: unknown, context: { source: string }) => unknown
type ParseWithSource = (text: string, reviver: Reviver) => unknown
type RawJson = { rawJSON(text: string): unknown }

/** Numbers come as the text they were written as, so that no amount goes through a float. */
export function parseExact(text: string): unknown {
  return (JSON.parse as ParseWithSource)(text, (_key, value, { source }) =>
    typeof value === 'number' ? source : value,
  )
}

/** Numbers stay numbers, digit for digit, when it is written out again. */
export function parseVerbatim(text: string): unknown {
  const json = JSON as typeof JSON & RawJson
  return (JSON.parse as ParseWithSource)(text, (_key, value, { source }) =>
    typeof value === 'number' ? json.rawJSON(source) : value,
  )
}

/** The same JSON over several lines, for people and for `jq` alike. */
export function indentJson(text: string): string {
  return JSON.stringify(parseVerbatim(text), null, 2)
}
