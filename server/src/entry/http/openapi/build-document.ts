import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { assert, type RefusalCode } from '../../../kernel/refusal.ts'
import { errorCatalogue } from '../error-catalogue/error-catalogue.ts'
import { describeRoute, type RouteAccess } from './describe-route.ts'
import { errorExample } from './error-reply.ts'
import { type Examples, type Operation, replyHeaders } from './operation.ts'

type Head = Omit<NonNullable<FastifyDynamicSwaggerOptions['openapi']>, 'openapi' | 'components'>

/** An interface to describe: its title and addresses, and the routes themselves. */
export type DescribedInterface = Readonly<{
  head: Head
  securitySchemes: NonNullable<
    NonNullable<FastifyDynamicSwaggerOptions['openapi']>['components']
  >['securitySchemes']
  /** Groups of routes. `more` is added to each operation of the group. */
  groups: ReadonlyArray<Readonly<{ addRoutes(app: FastifyInstance): void; more?: object }>>
  accessOf(route: RouteOptions): RouteAccess
  /** Address of the page that explains errors. */
  docsUrl: string
  /** What we send to the caller's own addresses, by the type of the message. */
  webhooks?: Readonly<Record<string, object>>
}>

/** Builds the OpenAPI 3.1 document of an interface from its routes. */
export async function buildDocument({
  head,
  securitySchemes,
  groups,
  accessOf,
  docsUrl,
  webhooks,
}: DescribedInterface): Promise<OpenApiDocument> {
  const app = Fastify({ exposeHeadRoutes: false })
  // These routes are never called, so their validators and dependencies can be absent.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  const schemas: Record<string, object> = {}
  const operations = new Map<string, Operation>()

  const describeRoutes = (scope: FastifyInstance, more: object): void => {
    scope.addHook('onRoute', (route) => {
      const { method, url, config } = route
      const access = accessOf(route)
      const operation = config?.operation
      if (operation === undefined) {
        assert(access.security.length === 0, `${String(method)} ${url} must be described in config.operation`)
        route.schema = { hide: true }
        return
      }
      assert(!operations.has(operation.id), `${operation.id} must be the id of one operation only`)
      operations.set(operation.id, operation)
      const described = nameSchemas(describeRoute(route, operation, access), schemas) as object
      route.schema = { ...described, ...more }
    })
  }

  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      ...head,
      components: { schemas, ...(securitySchemes && { securitySchemes }) },
    },
  })
  for (const { addRoutes, more = {} } of groups) {
    await app.register(async (scope) => {
      describeRoutes(scope, more)
      addRoutes(scope)
    })
  }
  await app.ready()
  const named = nameSchemas(webhooks, schemas)
  const whole = { ...app.swagger(), ...(webhooks && { webhooks: named }) }
  const document = JSON.parse(JSON.stringify(whole)) as OpenApiDocument
  return finishDocument(document, operations, docsUrl)
}

type Json = Readonly<Record<string, unknown>>

/**
 * Returns a copy in which every schema with a name (`$id`) is a reference to `#/components/schemas/<name>`. Adds each named schema once to
 * `named`, with its own named schemas replaced in the same way.
 */
function nameSchemas(value: unknown, named: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => nameSchemas(item, named))
  if (typeof value !== 'object' || value === null) return value
  const { $id: name, documented, ...own } = value as Json
  const rest = { ...own, ...(documented as Json | undefined) }
  if (typeof name !== 'string') return nameInside(rest, named)
  if (!Object.hasOwn(named, name)) {
    // Set first, so that a schema that refers to itself does not recurse endlessly.
    named[name] = {}
    named[name] = nameInside(rest, named)
  }
  return { $ref: `#/components/schemas/${name}` }
}

function nameInside(object: Json, named: Record<string, unknown>): Json {
  return Object.fromEntries(Object.entries(object).map(([key, inner]) => [key, nameSchemas(inner, named)]))
}

/** A response, or a reference to a shared one. */
type ResponseObject = { $ref: string } | { headers?: Record<string, object> }

type OperationObject = {
  operationId: string
  requestBody?: { content: { 'application/json': { examples?: Examples } } }
  responses: Record<string, ResponseObject>
}

/** The parts of the document that are used here. */
export type OpenApiDocument = {
  webhooks?: Record<string, unknown>
  paths: Record<string, Record<string, OperationObject>>
  components: Record<string, Record<string, unknown>>
}

/** Adds what Fastify's plugin cannot express: body examples, and shared responses that are written once. */
function finishDocument(
  document: OpenApiDocument,
  operations: ReadonlyMap<string, Operation>,
  docsUrl: string,
): OpenApiDocument {
  const { paths, components } = document
  components.responses = {}
  for (const { operationId, requestBody, responses } of Object.values(paths).flatMap(
    Object.values<OperationObject>,
  )) {
    const examples = operations.get(operationId)?.requestExamples
    if (requestBody !== undefined && examples !== undefined) {
      requestBody.content['application/json'].examples = examples
    }
    for (const [status, response] of Object.entries(responses)) {
      responses[status] = share(components.responses, status, referToHeaders(response))
    }
  }
  openReplies(document)
  const text = JSON.stringify(document)
  const isReferred = (part: string, name: string) => text.includes(`"#/components/${part}/${name}"`)
  const codes = (Object.keys(errorCatalogue) as RefusalCode[]).filter((code) => isReferred('examples', code))
  components.headers = Object.fromEntries(
    Object.entries(replyHeaders).filter(([name]) => isReferred('headers', name)),
  )
  components.examples = Object.fromEntries(codes.map((code) => [code, errorExample(code, docsUrl)]))
  return document
}

/**
 * Removes `additionalProperties: false` from every reply: a reply may get new fields, and a client must ignore fields that it does not
 * know. A request stays closed, so that a misspelt field is refused.
 */
function openReplies({ paths, components, webhooks = {} }: OpenApiDocument): void {
  const schemas = components.schemas ?? {}
  const requests = new Set<string>()
  const note = (node: unknown): void => {
    for (const name of namesIn(node)) {
      if (requests.has(name)) continue
      requests.add(name)
      note(schemas[name])
    }
  }
  for (const operation of Object.values(paths).flatMap(Object.values<OperationObject>)) {
    note(operation.requestBody)
    open(operation.responses)
  }
  open(webhooks)
  open(components.responses)
  for (const [name, schema] of Object.entries(schemas)) if (!requests.has(name)) open(schema)
}

function namesIn(node: unknown): string[] {
  return [...(JSON.stringify(node) ?? '').matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name ?? '',
  )
}

function open(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  const schema = node as { additionalProperties?: unknown }
  if (schema.additionalProperties === false) delete schema.additionalProperties
  for (const child of Object.values(node)) open(child)
}

function referToHeaders(response: ResponseObject): ResponseObject {
  const names = 'headers' in response ? Object.keys(response.headers ?? {}) : []
  return {
    ...response,
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  }
}

// Responses that are the same for every operation.
const sharedNames: Readonly<Record<string, string>> = {
  400: 'Unreadable',
  401: 'WrongKey',
  413: 'TooLarge',
  415: 'NotJson',
  429: 'TooManyRequests',
  500: 'Failed',
}

function share(shared: Record<string, unknown>, status: string, response: ResponseObject): ResponseObject {
  const name = sharedNames[status]
  if (name === undefined) return response
  shared[name] ??= response
  const isSame = JSON.stringify(shared[name]) === JSON.stringify(response)
  return isSame ? { $ref: `#/components/responses/${name}` } : response
}
