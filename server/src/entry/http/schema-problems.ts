import type { FastifySchemaValidationError } from 'fastify'
import type { FieldProblem, RefusalCode } from '../../kernel/refusal.ts'

// A body of 64 kB can break very many rules.
const MOST = 20

type SchemaError = FastifySchemaValidationError & { parentSchema?: { description?: string } }

/** What the schema of a request found, in our words: a field, a code, and a sentence that says what would fit. */
export function toProblems(errors: readonly FastifySchemaValidationError[]): FieldProblem[] {
  return errors.slice(0, MOST).map(toProblem)
}

function toProblem(error: SchemaError): FieldProblem {
  const { keyword, params, instancePath, parentSchema } = error
  switch (keyword) {
    case 'required':
      return problem(params.missingProperty, 'field_required', 'is missing.')
    case 'additionalProperties':
      return problem(
        params.additionalProperty,
        'field_unknown',
        'is not a field of this request: take it out.',
      )
    case 'type':
      return problem(instancePath.slice(1), 'field_type', `must be ${typeName(params.type)}.`)
    default:
      return problem(
        instancePath.slice(1),
        'field_invalid',
        `does not fit: ${parentSchema?.description ?? error.message}`,
      )
  }
}

function problem(name: unknown, code: RefusalCode, rule: string): FieldProblem {
  const field = String(name).slice(0, 60)
  return { field, code, message: `${field} ${rule}` }
}

function typeName(type: unknown): string {
  const names: Readonly<Record<string, string>> = {
    string: 'text, in quotes',
    number: 'a number',
    'number,string': 'a number, such as 15000.50',
    object: 'a JSON object',
  }
  return names[String(type)] ?? String(type)
}
