import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { errorsPage } from './errors-page.ts'
import { errorsPageStyle } from './errors-page-style.ts'
import { stillPagePolicy } from './page-policy.ts'

/** Where every error's docs_url leads. */
export function readErrorsPageRoute(app: FastifyInstance, { docs }: Pick<AppDeps, 'docs'>): void {
  let page: string | undefined
  app.get('/docs/errors', { config: { access: 'public' } }, (_request, reply) => {
    page ??= errorsPage(docs.baseUrl)
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', stillPagePolicy(errorsPageStyle))
      .header('cache-control', 'public, max-age=300')
      .send(page)
  })
}
