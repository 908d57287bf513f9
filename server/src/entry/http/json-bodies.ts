import type { FastifyInstance } from 'fastify'
import { parseExactJson } from './exact-json.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Bodies are JSON in and out, and a number is the same digits on both ways. */
export function exchangeExactJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseExactJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  // Not the framework's own, which would print every number by way of a float.
  app.setSerializerCompiler(() => JSON.stringify)
}
