import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
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

  app.get('/docs/scalar.js', { config }, async (request, reply) => {
    const { program } = await deps.docs.read()
    reply.type(SCRIPT_TYPE).header('cache-control', KEPT).header('vary', 'accept-encoding')
    if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
      return reply.header('content-encoding', 'gzip').send(program)
    }
    return reply.send(await promisify(gunzip)(program))
  })
}
