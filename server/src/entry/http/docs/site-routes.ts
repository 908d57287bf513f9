import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../../../kernel/refusal.ts'
import type { AppDeps } from '../app-deps.ts'
import { HTML_TYPE, type Html, sendHtml } from '../html.ts'
import { errorsPage } from './errors-page.ts'
import { landingPage, statusPage } from './landing-page.ts'
import { readServiceStatus } from './service-status.ts'
import { sitePolicy } from './site-frame.ts'

type NamedFile = { Params: { file: string } }

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  woff2: 'font/woff2',
}

export const KEPT = 'public, max-age=300'

/** Serves the website: landing page, documentation, errors and status. It loads nothing from elsewhere. */
export function siteRoutes(app: FastifyInstance, deps: AppDeps): void {
  const config = { access: 'public' } as const
  const show = (reply: FastifyReply, page: Html, kept = KEPT) =>
    sendHtml(reply.header('content-security-policy', sitePolicy).header('cache-control', kept), page)

  app.get('/', { config }, async (request, reply) => {
    // The router treats the request target `*` as the root, which has a page. No such URL exists.
    if (request.raw.url === '*') throw new Refusal('not_found', 'This URL does not exist.')
    return show(reply, landingPage(await readServiceStatus(deps), deps.hooks.live.size === 0), 'no-store')
  })
  app.get('/status', { config }, async (_request, reply) =>
    show(reply, statusPage(await readServiceStatus(deps)), 'no-store'),
  )

  // Encoded once, because a page has up to hundreds of kilobytes.
  const encoded = new Map<string, Buffer>()
  const showPage = async (reply: FastifyReply, slug: string) => {
    const page = (await deps.docs.read()).pages.get(slug)
    if (page === undefined) throw new Refusal('not_found', 'There is no such page. Start at /docs.')
    const content = encoded.get(slug) ?? Buffer.from(page)
    encoded.set(slug, content)
    // The page can be trusted: our own templates rendered it, in another thread.
    return reply
      .header('content-security-policy', sitePolicy)
      .header('cache-control', KEPT)
      .type(HTML_TYPE)
      .send(content)
  }
  app.get('/docs', { config }, async (_request, reply) => showPage(reply, ''))
  app.get<{ Params: { page: string } }>('/docs/:page', { config }, async ({ params }, reply) =>
    showPage(reply, params.page),
  )

  let errors: Html | undefined
  app.get('/docs/errors', { config }, async (_request, reply) => {
    errors ??= errorsPage(deps.docs.baseUrl)
    return show(reply, errors)
  })

  app.get('/docs/search.json', { config }, async (_request, reply) => {
    const { search } = await deps.docs.read()
    return reply
      .type('application/json; charset=utf-8')
      .headers({ 'cache-control': KEPT, 'content-encoding': 'gzip' })
      .send(search)
  })

  serveFolder(app, '/site', '../../../../site/')
  serveFolder(app, '/docs/images', '../../../../../docs/images/')
}

/** Serves only the files that were in a folder at startup. */
function serveFolder(app: FastifyInstance, address: string, folder: string): void {
  const place = fileURLToPath(new URL(folder, import.meta.url))
  const files = new Map<string, Buffer>()
  for (const name of readdirSync(place)) files.set(name, readFileSync(`${place}${name}`))
  app.get<NamedFile>(`${address}/:file`, { config: { access: 'public' } }, async ({ params }, reply) => {
    const type = types[params.file.split('.').at(-1) ?? '']
    const file = files.get(params.file)
    if (file === undefined || type === undefined) throw new Refusal('not_found', 'There is no such file.')
    return reply.type(type).header('cache-control', KEPT).send(file)
  })
}
