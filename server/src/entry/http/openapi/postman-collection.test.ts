import { expect, test } from 'vitest'
import { makeLlmsText } from '../docs/llms-text.ts'
import { buildOpenApiDocument } from './openapi-document.ts'
import { makePostmanCollection } from './postman-collection.ts'

const urls = { baseUrl: 'https://api.afara.test', otcBaseUrl: 'https://otc.afara.test' }
const document = await buildOpenApiDocument(urls)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
)
const collection = makePostmanCollection(document, urls)
const requests = collection.item.flatMap(({ item }) => item)

test('the collection has every operation once, at its method and path', () => {
  const listed = requests.map(({ request: { method, url } }) => ({
    method,
    path: `/${url.path.map((part) => part.replace(/^:(.+)$/, '{$1}')).join('/')}`,
  }))
  const sorted = (all: typeof operations) => all.map(({ method, path }) => `${method} ${path}`).toSorted()
  expect(operations.length).toBeGreaterThan(40)
  expect(sorted(listed)).toEqual(sorted(operations))
  expect(new Set(requests.map(({ id }) => id)).size).toBe(requests.length)
})

test('a request names every variable of its path, and a body is JSON about the own business', () => {
  for (const { name, request } of requests) {
    const wanted = request.url.path.filter((part) => part.startsWith(':')).map((part) => part.slice(1))
    expect([name, request.url.variable.map(({ key }) => key)]).toEqual([name, wanted])
    if (request.body === undefined) continue
    const body = JSON.parse(request.body.raw) as { business_id?: string }
    expect([undefined, '{{business_id}}']).toContain(body.business_id)
  }
})

test('only requests without a key have no key', () => {
  const open = requests.filter(({ request }) => request.auth?.type === 'noauth').map(({ name }) => name)
  expect(open.length).toBeGreaterThan(0)
  expect(open.length).toBeLessThan(requests.length / 4)
})

test('the page for language models has every operation and the address of the service', () => {
  const text = makeLlmsText(document, urls)
  for (const { method, path } of operations) expect(text).toContain(`\`${method} ${path}\``)
  expect(text).toContain('https://api.afara.test/docs/integrate')
  expect(text).not.toContain('](/docs')
})
