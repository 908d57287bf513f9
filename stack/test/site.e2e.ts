import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { findViolations } from './accessible-page.ts'
import { openWatchedPage, startBrowser } from './watched-browser.ts'

const stack = inject('devStack')
let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
})

const desk = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

test.each([
  ['desk', 'light', desk],
  ['phone', 'dark', phone],
] as const)(
  'the API reference loads nothing from other hosts (%s, %s)',
  async (_name, colorScheme, viewport) => {
    const { page, complaints, close } = await openWatchedPage(browser, { viewport, colorScheme })
    await page.goto(`${stack.apiUrl}/docs/api`)
    const buy = page.getByRole('heading', { name: 'Initiate a buy' })
    await buy.waitFor()
    await buy.scrollIntoViewIfNeeded()
    await page.getByText('/transactions/v1/onramp').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate('document.body.classList.contains("dark-mode")')).toBe(colorScheme === 'dark')
    expect(complaints).toEqual([])
    await close()
  },
)

test('a request can be tried from the API reference with a key, and goes only to this service', async () => {
  const { page, complaints, close } = await openWatchedPage(browser, { viewport: desk })
  await page.goto(`${stack.apiUrl}/docs/api`)
  await page.getByLabel('Value', { exact: true }).first().click()
  await page.keyboard.insertText(stack.facts.testKey ?? '')
  // Parts outside the viewport are not rendered yet.
  await page.goto(`${stack.apiUrl}/docs/api#tag/vendors/GET/transactions/v1/vendors`)
  const vendors = page.locator('section', {
    has: page.getByRole('heading', { name: 'List vendor accounts', exact: true }),
  })
  await vendors.getByRole('button', { name: 'Test Request' }).first().click()
  const answer = page.waitForResponse(`${stack.apiUrl}/transactions/v1/vendors`)
  await page.getByRole('button', { name: /^Send/ }).first().click()
  expect((await answer).status()).toBe(200)
  expect(complaints).toEqual([])
  await close()
})

test.each([desk, phone])(
  'the page of errors fits a width of $width pixels and links to each code',
  async (viewport) => {
    const { page, complaints, close } = await openWatchedPage(browser, { viewport })
    const refused = await fetch(`${stack.apiUrl}/transactions/v1/vendors`)
    const { code, docs_url } = (await refused.json()) as { code: string; docs_url: string }
    await page.goto(docs_url)
    expect(await page.locator(':target').getAttribute('id')).toBe(code)
    expect(await page.locator(':target').isVisible()).toBe(true)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(complaints).toEqual([])
    await close()
  },
)

test('the errors can be filtered, and other rows are hidden', async () => {
  const { page, complaints, close } = await openWatchedPage(browser, { viewport: phone })
  await page.goto(`${stack.apiUrl}/docs/errors`)
  await page.getByLabel('Filter the errors').fill('wallet')
  await expect.poll(() => page.locator('article:visible h3 a').allTextContents()).not.toContain('key_missing')
  expect(await page.locator('article:visible').count()).toBeGreaterThan(0)
  expect(complaints).toEqual([])
  await close()
})

test('the search finds idempotency with the keyboard, and a command is copied completely', async () => {
  const { page, complaints, close } = await openWatchedPage(browser, {
    viewport: desk,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.goto(stack.apiUrl)
  await page.getByRole('link', { name: /^Integrate/ }).click()
  await page.getByRole('heading', { name: 'Integrate', exact: true }).waitFor()
  const vendors = page.locator('.code', { hasText: '/transactions/v1/vendors' }).first()
  await vendors.getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
    /^curl -s \$AFARA.*"svc-sec-key: \$KEY"\n$/,
  )
  await page.keyboard.press('/')
  await page.keyboard.type('idempotency')
  await page.locator('.search li').nth(1).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/.*idempotency|\/docs\//)
  expect(await page.locator('main').textContent()).toMatch(/idempotency/i)
  expect(complaints).toEqual([])
  await close()
})

test.each(['/', '/status', '/docs', '/docs/integrate', '/docs/states'])(
  '%s fits a phone, needs no external resources, and is accessible',
  async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, complaints, close } = await openWatchedPage(browser, { viewport: phone, colorScheme })
      await page.goto(`${stack.apiUrl}${path}`)
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      expect(await findViolations(page)).toEqual([])
      expect(complaints).toEqual([])
      await close()
    }
  },
)

test('the OpenAPI document contains the URL of this service', async () => {
  const document = (await (await fetch(`${stack.apiUrl}/openapi.json`)).json()) as {
    servers: [{ variables: { base_url: { default: string } } }]
    paths: Record<string, { get: { servers: [{ variables: { otc_base_url: { default: string } } }] } }>
  }
  expect(document.servers[0].variables.base_url.default).toBe(stack.apiUrl)
  expect(document.paths['/otc/buy']?.get.servers[0].variables.otc_base_url.default).toBe(stack.otcUrl)
})
