import type { Schema } from './schema.ts'

/** The part of an OpenAPI 3.1 document that the fuzzer reads. */
export type OpenApi = Readonly<{
  openapi: string
  paths: Readonly<Record<string, PathItem>>
  security?: readonly object[]
  components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}>

export type PathItem = Readonly<Record<string, unknown>> & Readonly<{ servers?: readonly object[] }>

export type OperationObject = Readonly<{
  parameters?: readonly (ParameterObject | Reference)[]
  requestBody?: RequestBodyObject | Reference
  responses: Readonly<Record<string, ResponseObject | Reference>>
  security?: readonly object[]
  servers?: readonly object[]
}>

export type Reference = Readonly<{ $ref: string }>

export type ParameterObject = Readonly<{
  name: string
  in: string
  required?: boolean
  schema?: Schema
  example?: unknown
}>

export type RequestBodyObject = Readonly<{
  content?: Readonly<Record<string, Readonly<{ schema?: Schema }>>>
}>

export type HeaderObject = Readonly<{ required?: boolean; schema?: Schema }>

export type ResponseObject = Readonly<{
  headers?: Readonly<Record<string, HeaderObject | Reference>>
  content?: Readonly<Record<string, Readonly<{ schema?: Schema }>>>
}>

/** Resolves a reference inside the document, and returns the target and its pointer. */
export function follow<T extends object>(
  document: OpenApi,
  found: T | Reference,
  pointer: string,
): Readonly<{ value: T; pointer: string }> {
  if (!('$ref' in found) || typeof found.$ref !== 'string') return { value: found as T, pointer }
  const reference = found.$ref
  if (!reference.startsWith('#/')) throw new Error(`${pointer}: ${reference} points outside the document`)
  let value: unknown = document
  for (const step of reference.slice(2).split('/')) {
    value = (value as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  if (typeof value !== 'object' || value === null)
    throw new Error(`${pointer}: ${reference} points to nothing`)
  return follow(document, value as T, reference)
}

export function pointerTo(...steps: readonly string[]): string {
  return ['#', ...steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/')
}
