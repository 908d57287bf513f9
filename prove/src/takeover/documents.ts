import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Schema = Readonly<{
  $ref?: string
  type?: string
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  examples?: readonly unknown[]
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
}>

type Described = Readonly<{
  requestBody?: Readonly<{ content: Readonly<Record<string, Readonly<{ schema: Schema }>>> }>
}>

/** A route of an OpenAPI document, with a way to fill its body. */
export type DocumentedRoute = Readonly<{
  method: 'GET' | 'POST'
  path: string
  /** Returns a body of the documented shape. `fill` chooses the value of a named field; undefined leaves it to the document. */
  body(fill: (name: string) => unknown): unknown
}>

const ROOT = join(import.meta.dirname, '../../../docs/reference')

/** Reads every route that the product documents, so that a new one is attacked too. */
export function readRoutes(file: 'openapi-people.json' | 'openapi.json'): readonly DocumentedRoute[] {
  const document = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as {
    paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
    components: { schemas: Readonly<Record<string, Schema>> }
  }
  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined
      ? schema
      : (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  const sample = (given: Schema, fill: (name: string) => unknown, name: string): unknown => {
    const schema = resolve(given)
    const filled = fill(name)
    if (filled !== undefined) return filled
    if (schema.const !== undefined) return schema.const
    if (schema.examples !== undefined) return schema.examples[0]
    if (schema.enum !== undefined) return schema.enum[0]
    const [inner] = schema.anyOf ?? schema.allOf ?? []
    if (inner !== undefined) return sample(inner, fill, name)
    if (schema.type === 'array') return schema.items === undefined ? [] : [sample(schema.items, fill, name)]
    if (schema.properties !== undefined)
      return Object.fromEntries(
        Object.entries(schema.properties).map(([key, one]) => [key, sample(one, fill, key)]),
      )
    return schema.type === 'number' || schema.type === 'integer' ? 1 : schema.type === 'boolean' ? true : 'x'
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const schema = described.requestBody?.content['application/json']?.schema
      return {
        method: method === 'get' ? 'GET' : 'POST',
        path,
        body: (fill) => (schema === undefined ? undefined : sample(schema, fill, '')),
      } as const
    }),
  )
}
