import type { FastifyInstance, preValidationHookHandler } from 'fastify'
import { Refusal } from '../../kernel/refusal.ts'
import { batchLimits } from '../../records/batches/batch.ts'
import { parseCsv } from './csv-text.ts'
import { parseExactJson } from './exact-json.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The list of the body that may be sent as a CSV file instead. */
    csvField?: string
  }
  interface FastifyRequest {
    /** The bytes of a JSON or CSV body. Null without one. */
    rawBody: Buffer | null
  }
}

export const JSON_TYPE = 'application/json; charset=utf-8'
export const NOT_JSON = 'Send JSON, with the header content-type: application/json.'

/** Replaces a body that was read completely and is not valid JSON. */
class PoorBody {
  readonly refusal: Error

  constructor(refusal: Error) {
    this.refusal = refusal
  }
}

const refusePoorBody: preValidationHookHandler = (request, _reply, done) => {
  done(request.body instanceof PoorBody ? request.body.refusal : undefined)
}

/** Clients send the content type of JSON with every POST. Without a body it is no error if the route needs no field. */
function mayBeEmpty(schema: unknown): boolean {
  if (schema === undefined) return true
  const { required = [] } = schema as { required?: readonly string[] }
  return required.length === 0
}

/** Reads and writes JSON bodies in which numbers keep their exact digits. */
export function exchangeExactJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.decorateRequest('rawBody', null)
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer
    if (body.length === 0 && mayBeEmpty(request.routeOptions.schema?.body)) {
      done(null, request.routeOptions.schema?.body === undefined ? undefined : {})
      return
    }
    try {
      done(null, parseExactJson(body as Buffer))
    } catch (error) {
      done(null, new PoorBody(error as Error))
    }
  })
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer
    const { csvField } = request.routeOptions.config
    try {
      if (csvField === undefined) throw new Refusal('not_json', NOT_JSON)
      done(null, { [csvField]: parseCsv(body as Buffer, batchLimits.rows) })
    } catch (error) {
      done(null, new PoorBody(error as Error))
    }
  })
  // A bad body is refused here and not in the parser. If the parser throws, the framework also closes the connection, and a client that had
  // sent more requests on it would not learn their outcome.
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET') route.preValidation = [refusePoorBody, ...[route.preValidation ?? []].flat()]
  })
  // Replaces the framework's serializer, which would print every number through a float.
  app.setSerializerCompiler(() => JSON.stringify)
}
