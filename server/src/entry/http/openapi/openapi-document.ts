import type { AppDeps } from '../app-deps.ts'
import { addApiRoutes, addOtcRoutes } from '../routes.ts'
import { apiInfo, apiTags, baseServer, otcServer, type PublicUrls } from './api-info.ts'
import { buildDocument, type OpenApiDocument } from './build-document.ts'
import { keyAccess } from './describe-route.ts'
import { webhookMessages } from './webhook-messages.ts'

/** Builds the OpenAPI 3.1 document of both addresses from the routes themselves. */
export async function buildOpenApiDocument(urls: PublicUrls): Promise<OpenApiDocument> {
  const inert = {} as AppDeps
  return buildDocument({
    head: { info: apiInfo, servers: [baseServer(urls)], tags: apiTags },
    securitySchemes: {
      secretKey: {
        type: 'apiKey',
        in: 'header',
        name: 'svc-sec-key',
        description: 'Your secret key. It identifies the business and the mode.',
      },
    },
    groups: [
      { addRoutes: (app) => addApiRoutes(app, inert) },
      { addRoutes: (app) => addOtcRoutes(app, inert), more: { servers: [otcServer(urls)] } },
    ],
    accessOf: keyAccess,
    docsUrl: urls.baseUrl,
    webhooks: webhookMessages(),
  })
}
