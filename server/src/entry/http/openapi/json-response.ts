import type { TSchema } from 'typebox'
import type { ReplyHeader } from './reply-headers.ts'

/** A reply as Fastify's OpenAPI plugin reads it. Its headers are only named here: they are the same everywhere. */
export function jsonResponse(reply: {
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
