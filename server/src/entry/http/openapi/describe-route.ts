import type { RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { assert, type RefusalCode } from '../../../kernel/refusal.ts'
import { errorCatalogue } from '../error-catalogue/error-catalogue.ts'
import { ErrorReply } from './error-reply.ts'
import { HarmlessHeader, KeptReplyHeader, type Operation, type ReplyHeader } from './operation.ts'

/** What follows from who may call a route. */
export type RouteAccess = Readonly<{
  /** Names of security schemes. Any one of them is enough; none: everybody may call. */
  security: readonly string[]
  refusals: readonly RefusalCode[]
  /** Whether replies have the headers of the key's rate limit. */
  isCounted: boolean
  /** Descriptions of error statuses that differ from the usual ones. */
  reasons?: Readonly<Record<number, string>>
}>

const KEY_REFUSALS: readonly RefusalCode[] = [
  'key_missing',
  'key_malformed',
  'key_mistyped',
  'key_wrong_cell',
  'key_unknown',
  'key_revoked',
  'key_expired',
  'ip_not_allowed',
  'business_suspended',
  'scope_missing',
  'rate_limited',
  'unavailable',
  'internal',
]
const POST_REFUSALS: readonly RefusalCode[] = ['body_too_large', 'not_json']
const FIELD_REFUSALS: readonly RefusalCode[] = [
  'field_required',
  'field_unknown',
  'field_type',
  'field_invalid',
]

const reasons: Readonly<Record<number, string>> = {
  400: 'The request cannot be read.',
  401: 'The key is missing or wrong.',
  403: 'The key may not do this, or may not be used from this address.',
  404: 'Not found.',
  409: 'Conflict with an earlier request.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'A field is not valid.',
  429: 'Too many requests.',
  500: 'Something failed on our side.',
  503: 'Unavailable. Try again.',
}

/** Returns the access of a route of the API, which needs a key unless it is public. */
export function keyAccess({ config }: Pick<RouteOptions, 'config'>): RouteAccess {
  return config?.access === 'public'
    ? { security: [], refusals: [], isCounted: false }
    : { security: ['secretKey'], refusals: KEY_REFUSALS, isCounted: true }
}

/** Builds the input of Fastify's OpenAPI plugin: what the route declares and what follows from it. */
export function describeRoute(
  route: Pick<RouteOptions, 'method' | 'schema' | 'config'>,
  operation: Operation,
  access: RouteAccess,
) {
  const { body, querystring } = route.schema ?? {}
  const kept = keptReplies(route, access)
  // A route that finds what a key made must not be answered with a kept reply, whose status would be old.
  assert(
    kept.header === undefined || operation.parameters?.header === undefined,
    `${operation.id} describes the header Idempotency-Key itself, so its config needs idempotency: 'named'`,
  )
  const refusals = [
    'malformed' as const,
    ...access.refusals,
    ...(route.method === 'POST' ? POST_REFUSALS : []),
    ...(body === undefined && querystring === undefined ? [] : FIELD_REFUSALS),
    ...kept.refusals,
    ...operation.refusals,
  ]
  const replies = Object.entries(operation.replies).map(([status, reply]) => {
    const limits = access.isCounted ? (['RateLimit', 'RateLimit-Policy'] as const) : []
    return [
      status,
      jsonResponse({ ...reply, headers: [...(reply.headers ?? []), ...kept.replyHeaders, ...limits] }),
    ]
  })
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: `${operation.description}${costText(route.config?.cost)}`,
    security: access.security.map((name) => ({ [name]: [] })),
    ...(operation.parameters?.path && { params: operation.parameters.path }),
    ...((operation.parameters?.header ?? kept.header) && {
      headers: operation.parameters?.header ?? kept.header,
    }),
    ...(querystring !== undefined && { querystring }),
    ...(body !== undefined && { body }),
    response: { ...Object.fromEntries(replies), ...errorResponses(refusals, access) },
  }
}

function costText(cost = 1): string {
  return cost === 1 ? '' : `\n\nCounts as ${cost} requests in the rate limit of the key.`
}

type KeptReplies = Readonly<{
  header?: TSchema
  refusals: readonly RefusalCode[]
  replyHeaders: readonly ReplyHeader[]
}>

/** Returns what the header Idempotency-Key adds to a POST with a key that does not describe it itself. */
function keptReplies(
  { method, config }: Pick<RouteOptions, 'method' | 'config'>,
  access: RouteAccess,
): KeptReplies {
  const kind = config?.idempotency ?? 'kept'
  if (method !== 'POST' || !access.isCounted || kind === 'named') return { refusals: [], replyHeaders: [] }
  if (kind === 'harmless')
    return { header: HarmlessHeader, refusals: ['idempotency_key_invalid'], replyHeaders: [] }
  return {
    header: KeptReplyHeader,
    refusals: ['idempotency_key_invalid', 'idempotency_key_conflict'],
    replyHeaders: ['Idempotent-Replayed'],
  }
}

/** Returns the error responses: one for each status of these codes, with an example of each code. */
function errorResponses(codes: readonly RefusalCode[], access: RouteAccess) {
  const byStatus = Map.groupBy(new Set(codes), (code) => errorCatalogue[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      status,
      jsonResponse({
        description: `${access.reasons?.[status] ?? reasons[status] ?? 'Refused.'} ${same.map((code) => `\`${code}\``).join(', ')}`,
        schema: ErrorReply,
        examples: Object.fromEntries(same.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
        headers: headersOf(status, access),
      }),
    ]),
  )
}

function headersOf(status: number, access: RouteAccess): ReplyHeader[] {
  const isCounted = access.isCounted && status !== 401
  return [
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(isCounted ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
  ]
}

/** Builds a response for Fastify's OpenAPI plugin. Refers to headers by name only, because they are described once for all responses. */
function jsonResponse(reply: {
  description: string
  schema: TSchema
  examples: Readonly<Record<string, unknown>>
  headers: readonly ReplyHeader[]
  contentType?: string
}) {
  const { description, schema, examples, headers, contentType = 'application/json' } = reply
  return {
    description,
    headers: Object.fromEntries(['X-Request-Id', ...headers].map((name) => [name, {}])),
    content: { [contentType]: { schema, examples } },
  }
}
