/** The request is malformed. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest'
}

export type Fields = Readonly<Record<string, unknown>>

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new BadRequest('expected a JSON object')
  return value as Fields
}

export function requireNothing(rest: Fields): void {
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw new BadRequest(`the field ${unknown} does not exist`)
}

export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value)
}
