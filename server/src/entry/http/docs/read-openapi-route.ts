import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { JSON_TYPE } from '../json-bodies.ts'

/** The document that the API reference shows, with the addresses of this service. Any page may read it. */
export function readOpenApiRoute(app: FastifyInstance, deps: Pick<AppDeps, 'docs'>): void {
  app.get('/openapi.json', { config: { access: 'public' } }, async (_request, reply) => {
    const { openApi } = await deps.docs.read()
    return reply
      .type(JSON_TYPE)
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=300')
      .send(openApi)
  })
}
