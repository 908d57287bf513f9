import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { errorCatalogue } from '../error-catalogue/error-catalogue.ts'
import { renderHtml } from '../html.ts'
import { createDocs } from './docs.ts'
import { errorsPage } from './errors-page.ts'
import { readReferenceRoute } from './reference-page.ts'

const urls = { baseUrl: 'https://api.afara.test', otcBaseUrl: 'https://otc.afara.test' }

test('the files of the API reference are made once, with the addresses of the service', async () => {
  const docs = createDocs(urls)
  const files = await docs.read()
  expect(await docs.read()).toBe(files)
  const document = JSON.parse(files.openApi)
  expect(document.servers[0].variables.base_url.default).toBe(urls.baseUrl)
  expect(document.paths['/otc/buy'].get.servers[0].variables.otc_base_url.default).toBe(urls.otcBaseUrl)
  expect(gunzipSync(files.program).toString()).toContain('createApiReference')
})

test('the program is sent as it is kept, so that many slow readers share one copy', async () => {
  const docs = createDocs(urls)
  const app = Fastify()
  readReferenceRoute(app, { docs })
  const { program } = await docs.read()
  const { headers, rawPayload } = await app.inject({ url: '/docs/scalar.js' })
  expect(headers['content-encoding']).toBe('gzip')
  expect(rawPayload.equals(program)).toBe(true)
})

test('every code has its place on the page of errors', () => {
  const page = renderHtml(errorsPage(urls.baseUrl))
  for (const code of Object.keys(errorCatalogue)) expect(page).toContain(`<article id="${code}">`)
  expect(page).not.toContain('<script')
})
