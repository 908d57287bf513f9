import { type TProperties, Type } from 'typebox'

/** An object that has these fields and no others. */
export function closedObject<Fields extends TProperties>(fields: Fields) {
  return Type.Object(fields, { additionalProperties: false })
}

/** The same under a name of its own in the API reference. */
export function namedObject<Fields extends TProperties>(name: string, fields: Fields, description?: string) {
  const options = {
    $id: name,
    additionalProperties: false,
    ...(description !== undefined && { description }),
  }
  return Type.Object(fields, options)
}
