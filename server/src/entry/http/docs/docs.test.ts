import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createDocs } from './docs.ts'
import { readReferenceRoute } from './reference-page.ts'

const urls = { baseUrl: 'https://api.afara.test', otcBaseUrl: 'https://otc.afara.test' }

test('the documentation files are built once, with the addresses of the service', async () => {
  const docs = createDocs(urls)
  const files = await docs.read()
  expect(await docs.read()).toBe(files)
  const document = JSON.parse(files.openApi)
  expect(document.servers[0].variables.base_url.default).toBe(urls.baseUrl)
  expect(document.paths['/otc/buy'].get.servers[0].variables.otc_base_url.default).toBe(urls.otcBaseUrl)
  expect(gunzipSync(files.program).toString()).toContain('createApiReference')
})

test('the key field in the API reference shows what our keys look like', async () => {
  const program = gunzipSync((await createDocs(urls).read()).program).toString()
  expect(program.includes('svc_test_…')).toBe(true)
})

test('the program is sent as it is stored, so that many slow readers share one copy', async () => {
  const docs = createDocs(urls)
  const app = Fastify()
  readReferenceRoute(app, { docs })
  const { program } = await docs.read()
  const { headers, rawPayload } = await app.inject({ url: '/docs/scalar.js' })
  expect(headers['content-encoding']).toBe('gzip')
  expect(rawPayload.equals(program)).toBe(true)
})
