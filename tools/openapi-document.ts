import { buildOpenApiDocument } from '@afara/server/entry/http/openapi/openapi-document.ts'
import { buildPeopleDocument } from '@afara/server/entry/people/people-document.ts'

/** Returns the document with the addresses of `npm run dev`. A running service inserts its own. */
export async function openApiDocument(): Promise<string> {
  const document = await buildOpenApiDocument({
    baseUrl: 'http://127.0.0.1:8080',
    otcBaseUrl: 'http://127.0.0.1:8082',
  })
  return `${JSON.stringify(document, null, 2)}\n`
}

/** Returns the document of the people process, with the addresses of `npm run dev`. */
export async function peopleDocument(): Promise<string> {
  const document = await buildPeopleDocument({
    origin: 'http://localhost:8084',
    docsUrl: 'http://127.0.0.1:8080',
  })
  return `${JSON.stringify(document, null, 2)}\n`
}
