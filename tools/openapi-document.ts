import { buildOpenApiDocument } from '@afara/server/entry/http/openapi/openapi-document.ts'

/** Returns the document with the addresses of `npm run dev`. A running service inserts its own. */
export async function openApiDocument(): Promise<string> {
  const document = await buildOpenApiDocument({
    baseUrl: 'http://127.0.0.1:8080',
    otcBaseUrl: 'http://127.0.0.1:8082',
  })
  return `${JSON.stringify(document, null, 2)}\n`
}
