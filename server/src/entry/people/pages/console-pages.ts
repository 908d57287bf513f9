import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { addAssets } from './dashboard-pages.ts'
import { pageHeaders } from './page-frame.ts'

/**
 * Serves the operators' console, which `web/` builds into static files. Every address is the same page: its script shows what the address
 * names. Nothing in it is secret. What it shows comes from requests with a session of an operator.
 */
export function addConsolePages(app: FastifyInstance, folder: string): void {
  const page = readFileSync(join(folder, 'console/index.html'), 'utf8').replaceAll('"../assets/', '"/assets/')
  const sendPage = async (_request: unknown, reply: FastifyReply) =>
    reply.headers(pageHeaders).type('text/html; charset=utf-8').send(page)
  app.get('/', { config: { person: 'public' } }, sendPage)
  for (const mode of ['live', 'test']) {
    app.get(`/${mode}`, { config: { person: 'public' } }, sendPage)
    app.get(`/${mode}/*`, { config: { person: 'public' } }, sendPage)
  }
  addAssets(app, join(folder, 'assets'), '/assets')
}
