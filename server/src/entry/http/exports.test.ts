import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { AuthenticatedKey } from '../../records/keys/known-key.ts'
import { createErrorReplies } from './error-replies.ts'
import { createExports, MOST_EXPORTS } from './exports.ts'

const WAIT_MS = 300
const app = Fastify({ forceCloseConnections: true })
afterAll(async () => app.close())
app.setErrorHandler(createErrorReplies('https://api.afara.test').onError)
app.decorateRequest('authenticatedKey', null)
const exports = createExports({} as Pool, WAIT_MS)
const files = new Map<string, PassThrough>()
app.get<{ Params: { business: string } }>('/:business', async (request, reply) => {
  const { business } = request.params
  request.authenticatedKey = { tenant: { businessId: business, mode: 'test' } } as AuthenticatedKey
  await exports.begin(reply)
  if (business === 'broken') throw new Error('the database is away')
  const file = new PassThrough()
  files.set(business, file)
  file.write('first line\n')
  return reply.type('text/csv').send(file)
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })

async function finish(business: string): Promise<void> {
  files.get(business)?.end()
  await sleep(50)
}

test('a business writes one file at a time, and a process four; others wait for their turn', async () => {
  const first = await fetch(`${url}/a`)
  const late = await fetch(`${url}/a`)
  expect([first.status, late.status]).toEqual([200, 429])
  expect(late.headers.get('retry-after')).toBe('5')
  expect(await late.json()).toMatchObject({ code: 'rate_limited' })
  const second = fetch(`${url}/a`)
  await finish('a')
  expect((await second).status).toBe(200)
  for (const business of ['b', 'c', 'd']) expect((await fetch(`${url}/${business}`)).status).toBe(200)
  expect((await fetch(`${url}/e`)).status).toBe(429)
  expect(MOST_EXPORTS).toBe(4)
  const fifth = fetch(`${url}/e`)
  await finish('b')
  expect((await fifth).status).toBe(200)
  for (const business of ['a', 'c', 'd', 'e']) await finish(business)
})

test('a reader that leaves and a file that fails give back their place', async () => {
  const leaving = new AbortController()
  expect((await fetch(`${url}/a`, { signal: leaving.signal })).status).toBe(200)
  leaving.abort()
  expect((await fetch(`${url}/a`)).status).toBe(200)
  await finish('a')
  expect([(await fetch(`${url}/broken`)).status, (await fetch(`${url}/broken`)).status]).toEqual([500, 500])
})

test('few requests of a business wait', async () => {
  await fetch(`${url}/a`)
  let answered = 0
  const late = Array.from({ length: 20 }, async () => {
    const { status } = await fetch(`${url}/a`)
    answered += 1
    return status
  })
  expect(await Promise.race(late)).toBe(429)
  // Those that wait are answered later.
  expect(answered).toBeLessThan(20)
  await Promise.all(late)
  await finish('a')
})
