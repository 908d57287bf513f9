import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../../../kernel/refusal.ts'
import { pageHeaders } from './page-frame.ts'

const PATH = '/dashboard'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * Serves the dashboard, which `web/` builds into static files. Every address under /dashboard is the same page: its script shows what the
 * address names. Nothing in it is secret, so everybody may load it. What it shows comes from requests with a session.
 */
export function addDashboard(
  app: FastifyInstance,
  { folder, apiUrl }: Readonly<{ folder: string; apiUrl: string }>,
): void {
  const page = readFileSync(join(folder, 'dashboard/index.html'), 'utf8')
    .replaceAll('"../assets/', `"${PATH}/assets/`)
    .replace('API_PUBLIC_URL', new URL(apiUrl).href.replace(/\/$/, ''))
  const headers = {
    ...pageHeaders,
    // The page calls the API directly, and frames the preview of a pay page.
    'content-security-policy': pageHeaders['content-security-policy'].replace(
      "connect-src 'self'",
      `connect-src 'self' ${new URL(apiUrl).origin}; frame-src 'self'`,
    ),
  }
  const sendPage = async (_request: unknown, reply: FastifyReply) =>
    reply.headers(headers).type('text/html; charset=utf-8').send(page)
  app.get(PATH, { config: { person: 'public' } }, sendPage)
  app.get(`${PATH}/*`, { config: { person: 'public' } }, sendPage)
  addAssets(app, join(folder, 'assets'), `${PATH}/assets`)
}

/** The name of each file contains a hash of its content, so a browser may keep it. */
export function addAssets(app: FastifyInstance, folder: string, path: string): void {
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))
  app.get<{ Params: { file: string } }>(
    `${path}/:file`,
    { config: { person: 'public' } },
    async (request, reply) => {
      const { file } = request.params
      const content = files.get(file)
      const type = types[extname(file)]
      if (content === undefined || type === undefined)
        throw new Refusal('not_found', 'This file does not exist.')
      return reply
        .type(type)
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'cross-origin-resource-policy': 'same-origin',
        })
        .send(content)
    },
  )
}
