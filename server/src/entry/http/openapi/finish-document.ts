import type { RefusalCode } from '../../../kernel/refusal.ts'
import { errorCatalogue } from '../error-catalogue/error-catalogue.ts'
import type { PublicUrls } from './api-info.ts'
import { errorExample } from './error-example.ts'
import type { Examples, Operation } from './operation.ts'
import { replyHeaders } from './reply-headers.ts'

/** A response, or a reference to one that is shared. */
type ResponseObject = { $ref: string } | { headers?: Record<string, object> }

type OperationObject = {
  operationId: string
  requestBody?: { content: { 'application/json': { examples?: Examples } } }
  responses: Record<string, ResponseObject>
}

/** As much of the document as is touched here. */
export type OpenApiDocument = {
  paths: Record<string, Record<string, OperationObject>>
  components: Record<string, Record<string, unknown>>
}

/** Adds what Fastify's plugin has no words for: examples of a body, and what many replies share, written once. */
export function finishDocument(
  document: OpenApiDocument,
  operations: ReadonlyMap<string, Operation>,
  { baseUrl }: PublicUrls,
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
  const text = JSON.stringify(document)
  const isReferred = (part: string, name: string) => text.includes(`"#/components/${part}/${name}"`)
  const codes = (Object.keys(errorCatalogue) as RefusalCode[]).filter((code) => isReferred('examples', code))
  components.headers = Object.fromEntries(
    Object.entries(replyHeaders).filter(([name]) => isReferred('headers', name)),
  )
  components.examples = Object.fromEntries(codes.map((code) => [code, errorExample(code, baseUrl)]))
  return document
}

function referToHeaders(response: ResponseObject): ResponseObject {
  const names = 'headers' in response ? Object.keys(response.headers ?? {}) : []
  return {
    ...response,
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  }
}

// What is the same whatever was asked for.
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
