/** The request is malformed. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest'
}

export type Fields = Readonly<Record<string, unknown>>

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new BadRequest('it is not an object')
  return value as Fields
}

export function requireNothing(rest: Fields): void {
  if (Object.keys(rest).length > 0) throw new BadRequest('it has an unknown field')
}

export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value)
}
