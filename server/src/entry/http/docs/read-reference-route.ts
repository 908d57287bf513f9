import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { referencePolicy } from './page-policy.ts'
import { referencePage, startScript } from './reference-page.ts'

const SCRIPT_TYPE = 'text/javascript; charset=utf-8'
const KEPT = 'public, max-age=300'

/** The API reference: a page, and the program that draws it, all from this process. */
export function readReferenceRoute(app: FastifyInstance, deps: Pick<AppDeps, 'docs'>): void {
  const config = { access: 'public' } as const

  app.get('/docs', { config }, (_request, reply) => {
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', referencePolicy)
      .header('cache-control', KEPT)
      .send(referencePage)
  })

  app.get('/docs/start.js', { config }, (_request, reply) => {
    reply.type(SCRIPT_TYPE).header('cache-control', KEPT).send(startScript)
  })

  // Compressed to everybody, which every browser can read: four megabytes unpacked for each who asks, without a key and as
  // slowly as they like, would be all the memory there is.
  app.get('/docs/scalar.js', { config }, async (_request, reply) => {
    const { program } = await deps.docs.read()
    return reply
      .type(SCRIPT_TYPE)
      .header('cache-control', KEPT)
      .header('content-encoding', 'gzip')
      .send(program)
  })
}
