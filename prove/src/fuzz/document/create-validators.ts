import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { OpenApi } from './open-api.ts'

export type Validators = Readonly<{
  /** Returns the violations of the schema at this pointer of the document. Empty means valid. */
  problems(pointer: string, value: unknown): readonly SchemaProblem[]
}>

type SchemaProblem = Readonly<{ field: string; keyword: string; message: string }>

const formats = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'date-time': /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z$/,
  uri: /^https?:\/\/[!-~]+$/,
}

/** Compiles schemas at their place in the document, so that references inside it resolve. */
export function createValidators(document: OpenApi): Validators {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
  for (const [name, pattern] of Object.entries(formats)) ajv.addFormat(name, pattern)
  ajv.addSchema(document, 'openapi')
  const compiled = new Map<string, ValidateFunction>()
  return {
    problems: (pointer, value) => {
      let validate = compiled.get(pointer)
      if (validate === undefined) {
        validate = ajv.compile({ $ref: `openapi${pointer}` })
        compiled.set(pointer, validate)
      }
      if (validate(value)) return []
      return (validate.errors ?? []).map(({ instancePath, keyword, params, message }) => {
        const { missingProperty, additionalProperty } = params as Readonly<Record<string, unknown>>
        const last = missingProperty ?? additionalProperty
        const path = instancePath.slice(1).replaceAll('/', '.')
        const field = typeof last === 'string' ? [path, last].filter((step) => step !== '').join('.') : path
        return { field, keyword, message: `${field === '' ? 'the body' : field} ${message ?? keyword}` }
      })
    },
  }
}
