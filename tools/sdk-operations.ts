import { type Schema, typeOf } from './sdk-schema.ts'

type Parameter = Readonly<{
  in: string
  name: string
  required?: boolean
  description?: string
  schema: Schema
}>
type Content = Readonly<Record<string, { schema?: Schema }>>
type Operation = Readonly<{
  operationId: string
  summary?: string
  security?: readonly unknown[]
  servers?: ReadonlyArray<{ url: string }>
  parameters?: readonly Parameter[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, { content?: Content }>>
}>
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** Returns a type for each operation, and a table of their paths. */
export function operationLines(paths: Paths, integers: ReadonlySet<string>): string {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return `/** The parameters, body and reply of each operation. */
export type Operations = {
${all.map(({ operation }) => operationType(operation, integers)).join('\n')}
}

/** The method, path and host of each operation. A \`named\` operation accepts an Idempotency-Key: with the same key, it takes effect once. */
export const operations = {
${all.map(tableLine).join('\n')}
} as const
`
}

function operationType(operation: Operation, integers: ReadonlySet<string>): string {
  const asked = { integers, side: 'request' } as const
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  return `${operation.summary === undefined ? '' : `/** ${sentence(operation.summary)} */\n`}readonly ${operation.operationId}: {
readonly path: ${parametersType(operation, 'path', asked)}
readonly query: ${parametersType(operation, 'query', asked)}
readonly body: ${body === undefined ? 'undefined' : typeOf(body, asked)}
readonly reply: ${replyType(operation, integers)}
}`
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}

function parametersType(operation: Operation, place: string, setting: Parameters<typeof typeOf>[1]): string {
  const parameters = (operation.parameters ?? []).filter((one) => one.in === place)
  if (parameters.length === 0) return 'undefined'
  return typeOf(
    {
      type: 'object',
      required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
      properties: Object.fromEntries(
        parameters.map(({ name, schema, description }) => [name, described(schema, description)]),
      ),
    },
    setting,
  )
}

/** A parameter in a URL is text. If only digits are allowed, a number is accepted too. */
function described(schema: Schema & { pattern?: string }, description: string | undefined): Schema {
  const takesDigits = schema.type === 'string' && /^[\^$()|[\]{}0-9?,-]+$/.test(schema.pattern ?? '.')
  return {
    ...(takesDigits ? { anyOf: [{ type: 'integer' }, { type: 'string' }] } : schema),
    ...(description === undefined ? {} : { description }),
  }
}

/** A reply that is not JSON is a file, returned as bytes. */
function replyType({ responses }: Operation, integers: ReadonlySet<string>): string {
  const status = Object.keys(responses).find((one) => one.startsWith('2')) ?? ''
  const [type, content] = Object.entries(responses[status]?.content ?? {})[0] ?? []
  if (type === undefined || !type.startsWith('application/json')) return 'Uint8Array'
  return typeOf(content?.schema ?? {}, { integers, side: 'reply' })
}

function tableLine({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: Operation
}): string {
  const base = operation.servers === undefined ? 'api' : 'otc'
  const named = (operation.parameters ?? []).some(({ name }) => name === 'Idempotency-Key')
  return `${operation.operationId}: { method: '${method}', path: '${path}', base: '${base}', named: ${named} },`
}
