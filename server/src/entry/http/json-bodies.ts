import type { FastifyInstance, preValidationHookHandler } from 'fastify'
import { parseExactJson } from './exact-json.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Stands for a body that was read whole and is no JSON of ours. */
class PoorBody {
  readonly refusal: Error

  constructor(refusal: Error) {
    this.refusal = refusal
  }
}

const refusePoorBody: preValidationHookHandler = (request, _reply, done) => {
  done(request.body instanceof PoorBody ? request.body.refusal : undefined)
}

/** Bodies are JSON in and out, and a number is the same digits on both ways. */
export function exchangeExactJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseExactJson(body as Buffer))
    } catch (error) {
      done(null, new PoorBody(error as Error))
    }
  })
  // Refused here and not where it is parsed: there the framework closes the connection as well, and a client that had sent
  // more requests over it would not learn their outcome.
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET') route.preValidation = [refusePoorBody, ...[route.preValidation ?? []].flat()]
  })
  // Not the framework's own, which would print every number by way of a float.
  app.setSerializerCompiler(() => JSON.stringify)
}
