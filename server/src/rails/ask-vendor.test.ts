import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { askVendor, explainFailure } from './ask-vendor.ts'

const limits = { deadlineMs: 30_000, mostBytes: 1_000 }
const ends: Array<() => void> = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function failureOf(url: string, deadlineMs = limits.deadlineMs): Promise<string> {
  return askVendor({ url, ...limits, deadlineMs }).then(
    ({ status }) => `answered ${status}`,
    (error: unknown) => explainFailure(error, deadlineMs),
  )
}
const json = { 'content-type': 'application/json' }

test('a complete response is returned with its status and headers', async () => {
  const url = await serve((_, reply) =>
    reply.writeHead(429, { ...json, 'retry-after': '7' }).end('{"a": "b"}'),
  )
  const { status, headers, body } = await askVendor({ url, ...limits })
  expect([status, headers['retry-after'], body]).toEqual([429, '7', { a: 'b' }])
})

test('a redirect is not followed, even if it has a body', async () => {
  let asked = 0
  const url = await serve((request, reply) => {
    asked += 1
    if (request.url === '/elsewhere') reply.writeHead(200, json).end('{}')
    else reply.writeHead(302, { ...json, location: '/elsewhere' }).end('{}')
  })
  expect(await failureOf(url)).toMatch(/^the server answered 302/)
  expect(asked).toBe(1)
})

test('an HTML page of a proxy is returned without a body, and with status 200 it is an odd answer', async () => {
  const page = { 'content-type': 'text/html' }
  const failing = await serve((_, reply) => reply.writeHead(502, page).end('<h1>no</h1>'))
  expect(await askVendor({ url: failing, ...limits })).toMatchObject({ status: 502, body: undefined })
  const odd = await serve((_, reply) => reply.writeHead(200, page).end('<h1>welcome</h1>'))
  expect(await failureOf(odd)).toBe('the server answered with text/html, not JSON')
})

test('a response that never ends fails at the deadline, and one that is too large fails at the size limit', async () => {
  const slow = await serve((_, reply) => {
    reply.writeHead(200, json)
    const drip = setInterval(() => reply.write(' '), 50)
    reply.once('close', () => clearInterval(drip))
  })
  expect(await failureOf(slow, 400)).toBe('no complete response within 0.4 s')
  const large = await serve((_, reply) => reply.writeHead(200, json).end(`"${'x'.repeat(2_000)}"`))
  expect(await failureOf(large)).toBe('the response is larger than 1000 bytes')
})

test('an incomplete response and an unreachable server are reported as a failed connection', async () => {
  const cut = await serve((_, reply) => {
    reply.writeHead(200, { ...json, 'content-length': '100' }).write('{"a":')
    setTimeout(() => reply.destroy(), 50)
  })
  expect(await failureOf(cut)).toMatch(/^the connection failed: /)
  expect(await failureOf('http://127.0.0.1:9')).toBe('the connection failed: ECONNREFUSED')
})
