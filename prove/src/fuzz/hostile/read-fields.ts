const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** The fields of a JSON object, each with its value as it is written; undefined when the bytes are none. */
export function readFields(body: Buffer): ReadonlyMap<string, string> | undefined {
  const text = body.toString('utf8')
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const fields = new Map(Object.entries(value).map(([name, one]) => [name, JSON.stringify(one)] as const))
  // The text of a number is what counts, not what a float makes of it.
  const amount = [...text.matchAll(TOKEN)].map(([token]) => token)
  const at = amount.findIndex((token, place) => amount[place + 1] === ':' && parse(token) === 'amount')
  const written = amount[at + 2]
  if (at >= 0 && written !== undefined && fields.has('amount')) fields.set('amount', written)
  return fields
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
