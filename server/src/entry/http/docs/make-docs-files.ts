import { promisify } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { gzip } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'
import type { PublicUrls } from '../openapi/api-info.ts'
import { buildOpenApiDocument } from '../openapi/openapi-document.ts'
import { makePostmanCollection } from '../openapi/postman-collection.ts'
import type { DocsFiles } from './docs.ts'
import { makeLlmsText } from './llms-text.ts'
import { makeSite } from './make-site.ts'

/** The sample that the program of the API reference shows in the empty key field. It is replaced with ours. */
const THEIR_SAMPLE_KEY = 'QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT'
const OUR_SAMPLE_KEY = 'svc_test_…'

// Runs in its own thread, started by docs.ts.
const urls = workerData as PublicUrls
const document = await buildOpenApiDocument(urls)
const site = makeSite(document)
const files: DocsFiles = {
  openApi: JSON.stringify(document),
  postman: JSON.stringify(makePostmanCollection(document, urls)),
  llms: makeLlmsText(document, urls),
  program: await promisify(gzip)(await readProgram()),
  pages: site.pages,
  search: await promisify(gzip)(JSON.stringify(site.search)),
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(files)

/** Reads the program of the API reference from its package. The package's plugin serves the program only at this URL. */
async function readProgram(): Promise<string> {
  const app = Fastify()
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { body } = await app.inject('/docs/js/scalar.js')
  return body.replaceAll(THEIR_SAMPLE_KEY, OUR_SAMPLE_KEY)
}
