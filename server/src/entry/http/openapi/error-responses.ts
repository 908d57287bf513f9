import type { RefusalCode } from '../../../kernel/refusal.ts'
import { errorCatalogue } from '../error-catalogue/error-catalogue.ts'
import { ErrorReply } from './error-reply-schema.ts'
import { jsonResponse } from './json-response.ts'
import type { ReplyHeader } from './reply-headers.ts'

/** The replies that say no: one for each status of these codes, with an example of each code. */
export function errorResponses(codes: readonly RefusalCode[], isKeyed: boolean) {
  const byStatus = Map.groupBy(new Set(codes), (code) => errorCatalogue[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      status,
      jsonResponse({
        description: `${reasons[status] ?? 'Refused.'} ${same.map((code) => `\`${code}\``).join(', ')}`,
        schema: ErrorReply,
        examples: Object.fromEntries(same.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
        headers: headersOf(status, isKeyed),
      }),
    ]),
  )
}

const reasons: Readonly<Record<number, string>> = {
  400: 'The request cannot be read.',
  401: 'The key is not right.',
  403: 'Not with this key, or not from there.',
  404: 'There is no such thing.',
  409: 'It contradicts an earlier request.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'A field breaks a rule.',
  429: 'Too many requests.',
  500: 'Something failed on our side.',
  503: 'Not right now: try again.',
}

function headersOf(status: number, isKeyed: boolean): ReplyHeader[] {
  const isCounted = isKeyed && status !== 401
  return [
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(isCounted ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
  ]
}
