import { makeLlmsText } from '@afara/server/entry/http/docs/llms-text.ts'
import { buildOpenApiDocument } from '@afara/server/entry/http/openapi/openapi-document.ts'
import { makePostmanCollection } from '@afara/server/entry/http/openapi/postman-collection.ts'
import { buildPeopleDocument } from '@afara/server/entry/people/people-document.ts'

/** The addresses of `npm run dev`. A running service inserts its own. */
const urls = { baseUrl: 'http://127.0.0.1:8080', otcBaseUrl: 'http://127.0.0.1:8082' }

/** Returns what programs read about the API: the document, the Postman collection and the page for language models. */
export async function apiDocuments(): Promise<Readonly<{ openApi: string; postman: string; llms: string }>> {
  const document = await buildOpenApiDocument(urls)
  return {
    openApi: `${JSON.stringify(document, null, 2)}\n`,
    postman: `${JSON.stringify(makePostmanCollection(document, urls), null, 2)}\n`,
    llms: makeLlmsText(document, urls),
  }
}

/** Returns the document of the people process, with the addresses of `npm run dev`. */
export async function peopleDocument(): Promise<string> {
  const document = await buildPeopleDocument({
    origin: 'http://localhost:8084',
    docsUrl: 'http://127.0.0.1:8080',
  })
  return `${JSON.stringify(document, null, 2)}\n`
}
