import { type TProperties, Type } from 'typebox'

/** Returns an object schema with these fields and no others. */
export function closedObject<Fields extends TProperties>(fields: Fields) {
  return Type.Object(fields, { additionalProperties: false })
}

/** Returns the same schema, with its own name in the API reference. */
export function namedObject<Fields extends TProperties>(name: string, fields: Fields, description?: string) {
  const options = {
    $id: name,
    additionalProperties: false,
    ...(description !== undefined && { description }),
  }
  return Type.Object(fields, options)
}
