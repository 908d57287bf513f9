const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** Returns the fields of a JSON object with their values as written, or undefined if the bytes are not a JSON object. */
export function readFields(body: Buffer): ReadonlyMap<string, string> | undefined {
  const text = body.toString('utf8')
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const fields = new Map(Object.entries(value).map(([name, one]) => [name, JSON.stringify(one)] as const))
  // The digits of a number count, not the float made from them.
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
