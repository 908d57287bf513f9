import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance } from 'fastify'
import { assert } from '../../../kernel/refusal.ts'
import type { AppDeps } from '../app-deps.ts'
import { addApiRoutes, addOtcRoutes } from '../routes.ts'
import { apiInfo, apiTags, baseServer, otcServer, type PublicUrls } from './api-info.ts'
import { describeRoute } from './describe-route.ts'
import { finishDocument, type OpenApiDocument } from './finish-document.ts'
import { nameSchemas } from './name-schemas.ts'
import type { Operation } from './operation.ts'

/** The OpenAPI 3.1 document of both addresses, from the routes themselves. */
export async function buildOpenApiDocument(urls: PublicUrls): Promise<OpenApiDocument> {
  const app = Fastify({ exposeHeadRoutes: false })
  // Nothing is ever asked of these routes: neither their schemas nor what they need has to be there.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  const inert = {} as AppDeps
  const schemas: Record<string, object> = {}
  const operations = new Map<string, Operation>()

  const describeRoutes = (scope: FastifyInstance, more: object): void => {
    scope.addHook('onRoute', (route) => {
      const { method, url, config } = route
      const operation = config?.operation
      if (operation === undefined) {
        assert(config?.access === 'public', `${String(method)} ${url} is described in config.operation`)
        route.schema = { hide: true }
        return
      }
      assert(!operations.has(operation.id), `${operation.id} is the id of one operation`)
      operations.set(operation.id, operation)
      route.schema = { ...(nameSchemas(describeRoute(route, operation), schemas) as object), ...more }
    })
  }

  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: apiInfo,
      servers: [baseServer(urls)],
      tags: apiTags,
      components: {
        schemas,
        securitySchemes: {
          secretKey: {
            type: 'apiKey',
            in: 'header',
            name: 'svc-sec-key',
            description: 'Your secret key. It says which business asks, and in which mode.',
          },
        },
      },
    },
  })
  await app.register(async (api) => {
    describeRoutes(api, {})
    addApiRoutes(api, inert)
  })
  await app.register(async (otc) => {
    describeRoutes(otc, { servers: [otcServer(urls)] })
    addOtcRoutes(otc, inert)
  })
  await app.ready()
  const document = JSON.parse(JSON.stringify(app.swagger())) as OpenApiDocument
  return finishDocument(document, operations, urls)
}
