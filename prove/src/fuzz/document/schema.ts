/** The part of JSON Schema that requests are generated from. Ajv validates the rest. */
export type Schema = Readonly<{
  $ref?: string
  type?: string | readonly string[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  enum?: readonly unknown[]
  const?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  minItems?: number
  examples?: readonly unknown[]
}>

export function typesOf({ type }: Schema): readonly string[] {
  if (type === undefined) return []
  return typeof type === 'string' ? [type] : type
}
