import { buildOpenApiDocument } from '@afara/server/entry/http/openapi/openapi-document.ts'

/** The document with the addresses that `npm run dev` listens on; a running service fills in its own. */
export async function openApiDocument(): Promise<string> {
  const document = await buildOpenApiDocument({
    baseUrl: 'http://127.0.0.1:8080',
    otcBaseUrl: 'http://127.0.0.1:8082',
  })
  return `${JSON.stringify(document, null, 2)}\n`
}
