import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import type { AppDeps } from '../app-deps.ts'
import { errorCatalogue, errorGroups } from '../error-catalogue/error-catalogue.ts'
import { createErrorReplies } from '../error-replies.ts'
import { createDocs } from './docs.ts'
import { readOpenApiRoute, readReferenceRoute } from './reference-page.ts'
import { sitePolicy } from './site-frame.ts'
import { resolveSiteLink, sitePages } from './site-pages.ts'
import { siteRoutes } from './site-routes.ts'

const world = { canRecord: true, hasRates: true, hasLiveBank: false, gtbank: 'good' }
const deps = {
  docs: createDocs({ baseUrl: 'https://api.afara.test', otcBaseUrl: 'https://otc.afara.test' }),
  pool: { query: async () => (world.canRecord ? {} : Promise.reject(new Error('gone'))) },
  rates: {
    read: () => {
      if (!world.hasRates) throw new Error('stale')
      return { expiresAt: '2026-11-16T09:32:30.000Z' }
    },
  },
  bankStandings: {
    of: async (mode: string) => new Map(mode === 'live' ? [['000013', { state: world.gtbank }]] : []),
  },
  hooks: {
    get live() {
      return new Map(world.hasLiveBank ? [['paystack', {}]] : [])
    },
  },
} as unknown as AppDeps
const app = Fastify()
app.setErrorHandler(createErrorReplies('https://api.afara.test').onError)
app.get('/health', () => ({}))
readReferenceRoute(app, deps)
readOpenApiRoute(app, deps)
siteRoutes(app, deps)

const addresses = ['/', '/status', '/docs', ...sitePages.map(({ slug }) => `/docs/${slug}`)]
const bodies = new Map<string, string>()
beforeAll(async () => {
  for (const address of addresses) bodies.set(address, (await app.inject(address)).body)
})

test.each(addresses)('%s answers, has a title and allows only our own scripts', async (address) => {
  const { statusCode, headers, body } = await app.inject(address)
  expect(statusCode).toBe(200)
  expect(body).toMatch(/<title>[^<]{5,}<\/title>/)
  if (address === '/docs/api') return
  expect(headers['content-security-policy']).toBe(sitePolicy)
  expect(body).not.toMatch(/<script>|<style|\sstyle=|\son[a-z]+=/)
  expect(body.match(/<h1[ >]/g)).toHaveLength(1)
})

test.each(addresses)('every link of %s has a target', async (address) => {
  const body = bodies.get(address) ?? ''
  const dead: string[] = []
  for (const [, target = ''] of body.matchAll(/(?:href|src)="([^"]*)"/g)) {
    if (/^https?:/.test(target)) continue
    const [path = '', fragment] = target.split('#')
    const page = path === '' ? body : bodies.get(path)
    if (page === undefined && (await app.inject(path)).statusCode !== 200) dead.push(target)
    const isApi = path === '/docs/api'
    if (page !== undefined && fragment !== undefined && !isApi && !page.includes(`id="${fragment}"`))
      dead.push(target)
  }
  expect(dead).toEqual([])
})

test('no page of the site links to a page that the site does not have', () => {
  const dead: string[] = []
  for (const { source } of sitePages) {
    if (source === undefined) continue
    const text = readFileSync(resolve(import.meta.dirname, '../../../../..', source), 'utf8')
    for (const [, target = ''] of text
      .replaceAll(/^```.*?^```/gms, '')
      .matchAll(/\]\(([^)\s]+\.md[^)\s]*)\)/g))
      if (resolveSiteLink(source, target) === undefined) dead.push(`${source}: ${target}`)
  }
  expect(dead).toEqual([])
})

test('no page of the site mentions SQL files, durable objects or our source files', () => {
  const told = [...bodies].filter(([, body]) => /\.sql\b|durable object|server\/src\//.test(body))
  expect(told.map(([address]) => address)).toEqual([])
})

test('a missing page is 404, and so is a file outside the folders of the site', async () => {
  for (const address of [
    '/docs/operate',
    '/site/..%2Fpackage.json',
    '/site/FONTS-LICENSE',
    '/docs/images/x.png',
  ])
    expect([address, (await app.inject(address)).statusCode]).toEqual([address, 404])
})

test('the search finds idempotency, every error for callers and every operation', async () => {
  const { rawPayload, headers } = await app.inject('/docs/search.json')
  expect(headers['content-encoding']).toBe('gzip')
  const entries = JSON.parse(gunzipSync(rawPayload).toString()) as Array<{
    page: string
    title: string
    text: string
  }>
  const about = entries.filter(({ title, text }) => /idempotency/i.test(`${title} ${text}`))
  const where = about.map(({ page }) => page)
  expect(where).toEqual(expect.arrayContaining(['Integrate', 'Request rules', 'Errors']))
  expect(entries.map(({ title }) => title)).toContain('amount_below_minimum')
  expect(entries).toContainEqual(
    expect.objectContaining({ page: 'API reference', text: 'POST /transactions/v1/onramp' }),
  )
})

test('every error code for callers and for people who sign in is on the errors page, and no code for operators is', () => {
  const page = bodies.get('/docs/errors') ?? ''
  const callers = new Set(
    errorGroups.flatMap(({ audience, entries }) => (audience === 'operators' ? [] : Object.keys(entries))),
  )
  const shown = [...page.matchAll(/<article id="(\w+)">/g)].map(([, code]) => code)
  expect(new Set(shown)).toEqual(callers)
  expect(shown.length).toBeLessThan(Object.keys(errorCatalogue).length)
})

test('the landing page and the status page show what does not work', async () => {
  const read = async (address: string) => (await app.inject(address)).body
  expect(await read('/')).toContain('All systems working')
  Object.assign(world, { canRecord: false })
  expect(await read('/')).toContain('Some systems are not working')
  expect(await read('/status')).toContain('Requests cannot be recorded.')
  Object.assign(world, { canRecord: true, hasRates: false, gtbank: 'down' })
  expect(await read('/status')).toMatch(/There is no current rate.*0 of 1 banks work/s)
  Object.assign(world, { hasRates: true, gtbank: 'good' })
  expect(await read('/status')).toContain('All systems working')
})

test('the landing page says that no real money moves while no live bank is connected', async () => {
  const read = async () => (await app.inject('/')).body
  expect(await read()).toContain('Test mode.')
  Object.assign(world, { hasLiveBank: true })
  expect(await read()).not.toContain('Test mode.')
  Object.assign(world, { hasLiveBank: false })
})
